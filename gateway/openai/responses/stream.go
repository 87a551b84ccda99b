package responses

import (
	"strconv"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/flow"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/gateway/internal/sse"
)

// A reader takes the events of a streamed response, and sends what becomes of them. It implements flow.Reader.
type reader struct {
	stream  flow.Stream
	out     flow.Out
	queue   flow.Queue[*event]
	in      following
	numbers numbers
	late    []*event // starts of a message that wait for the end of the thought before it
}

// Stream implements gateway.Request.
func (r *Request) Stream(f *gateway.Fixer) gateway.Stream {
	own := &reader{in: following{request: r, fixer: f}}
	own.queue.Leave = func(parts []*event) { own.leave(parts[0]) }
	own.stream.Start(own, f, &own.out, &own.queue)
	return &own.stream
}

// Kept implements flow.Reader.
func (r *reader) Kept() int {
	if r.in.choice == nil {
		return 0
	}
	return r.in.choice.Len()
}

// ErrorEvent implements flow.Reader. The event has the number behind the last one that is known, if those have numbers: OpenAI's
// always do.
func (r *reader) ErrorEvent(message string) string {
	number := ""
	if r.numbers.numbered || r.out.Last.Raw == "" {
		number = `"sequence_number":` + strconv.FormatInt(r.numbers.next, 10) + ","
	}
	return "event: error\ndata: " + `{"type":"error",` + number + `"code":"upstream_error","message":` + jsonedit.Quote(message) + `,"param":null}` + "\n\n"
}

// End implements flow.Reader. [DONE] isn't the end of a response.
func (r *reader) End(bool) (ended bool) { return false }

// Abandon implements flow.Reader.
func (r *reader) Abandon(err error) {
	r.in.ended = err == nil
	if r.in.choice == nil {
		return
	}
	r.in.choice.Abandon(err)
	r.queue.Advance(&r.in.line)
	r.out.Fault(r.in.choice.Fault())
	if err == nil {
		thought, rest := r.in.restOfThought()
		r.think(thought)
		r.closeThought()
		r.sayBehind(rest)
	}
}

// Sign implements flow.Reader. It is never an event: clients don't expect those that they don't know.
func (r *reader) Sign(bool) string { return "" }

// Take implements flow.Reader.
func (r *reader) Take(frame sse.Frame, root jsonedit.Value) (fails bool) {
	e := newEvent(&r.in, frame, root)
	switch e.kind {
	case "response.failed", "response.cancelled":
		return true
	}
	r.out.Last = frame
	switch e.kind {
	case "response.completed", "response.incomplete":
		r.end(e)
		r.out.Complete()
		return false
	}
	r.in.take(e)
	if r.in.choice == nil { // the model isn't known yet
		r.leave(e)
		return false
	}
	r.queue.Add(len(frame.Raw), e)
	return false
}
