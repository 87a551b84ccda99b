package responses

import (
	"strconv"
	"strings"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/flow"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/gateway/internal/sse"
)

// A reader takes the events of a streamed response, and sends what becomes of them. It implements flow.Reader.
type reader struct {
	out     flow.Stream
	queue   flow.Queue[*event]
	in      following
	numbers numbers
	late    []*event // starts of a message that wait for the end of the thought before it
}

// Stream implements gateway.Request.
func (r *Request) Stream(f *gateway.Fixer) gateway.Stream {
	own := &reader{in: following{request: r, fixer: f}}
	own.queue.Leave = func(parts []*event) { own.leave(parts[0]) }
	own.out.Start(own)
	return &own.out
}

// Kept implements flow.Reader.
func (r *reader) Kept() int {
	n := r.queue.Bytes()
	if r.in.choice != nil {
		n += r.in.choice.Len()
	}
	return n
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

// Fails implements flow.Reader.
func (r *reader) Fails(data string, root jsonedit.Value) bool {
	if !strings.Contains(data, `"response.failed"`) && !strings.Contains(data, `"response.cancelled"`) {
		return false
	}
	kind := root.Member("type").Str
	return kind == "response.failed" || kind == "response.cancelled"
}

// Done implements flow.Reader. It isn't the end of a response.
func (r *reader) Done() { r.End() }

// End implements flow.Reader.
func (r *reader) End() { r.out.Unended() }

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
		r.think(r.in.restOfThought())
		r.closeThought()
	}
}

// Waits implements flow.Reader.
func (r *reader) Waits() bool { return r.queue.Bytes() > 0 }

// Sign implements flow.Reader. It is never an event: clients don't expect those that they don't know.
func (r *reader) Sign(bool) string { return r.out.Comment("keep-alive") }

// Take implements flow.Reader.
func (r *reader) Take(frame sse.Frame, root jsonedit.Value) {
	e := newEvent(&r.in, frame, root)
	r.out.Last = frame
	switch e.kind {
	case "response.completed", "response.incomplete":
		r.end(e)
		r.out.Complete()
		return
	}
	r.in.take(e)
	if r.in.choice == nil { // the model isn't known yet
		r.leave(e)
		return
	}
	r.queue.AddOne(e, len(frame.Raw))
	r.out.Limit(r.queue.Bytes())
}
