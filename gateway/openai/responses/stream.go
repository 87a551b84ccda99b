package responses

import (
	"github.com/tidwall/gjson"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/gateway/internal/sse"
)

// A Stream fixes the events of a streamed response. It is used by one goroutine at a time.
type Stream struct {
	request *Request
	fixer   *gateway.Fixer
	pipe    *sse.Pipe
	choice  *gateway.Choice // nil before the first event
	items   items
	content texts
	thought texts
	queue   []*event // what waits
	held    int      // bytes of it
	numbers numbers

	created string    // JSON of the response when it began; empty if that wasn't sent
	last    sse.Frame // the last event
	given   bool      // the fix was given up: all goes on as it came
	ended   bool      // the response has ended, or failed
	report  gateway.Report
}

// NewStream starts the response to a request that asked for events.
func (r *Request) NewStream(f *gateway.Fixer) *Stream {
	s := &Stream{request: r, fixer: f, report: gateway.NewReport()}
	s.pipe = &sse.Pipe{Event: s.event, Complete: func(bool) { s.complete() }, Fail: s.fail}
	return s
}

// Write implements gateway.Stream.
func (s *Stream) Write(p []byte) []byte { return s.pipe.Write(p) }

// End implements gateway.Stream: the client gets exactly one event that ends the response, whatever
// the upstream did.
func (s *Stream) End() []byte { return s.pipe.End() }

// Abort implements gateway.Stream.
func (s *Stream) Abort() []byte { return s.pipe.Abort() }

// Done implements gateway.Stream.
func (s *Stream) Done() bool { return s.pipe.Done() }

// Report says how the response got its calls, as far as it has come.
func (s *Stream) Report() gateway.Report { return s.report }

// event takes one event.
func (s *Stream) event(frame sse.Frame) {
	if s.ended {
		s.pipe.Send(frame.Raw)
		return
	}
	s.take(newEvent(frame))
}

// take takes an event of the response.
func (s *Stream) take(e *event) {
	s.last = e.frame
	switch e.kind {
	case "response.created", "response.queued", "response.in_progress":
		s.begin(jsonedit.Member(e.root, "response"))
	case "response.completed", "response.incomplete":
		s.end(e)
		return
	case "response.failed", "response.cancelled", "error":
		s.fail()
		s.pipe.Send(e.frame.Raw)
		return
	case "response.output_item.added":
		s.beginItem(e)
	case "response.output_item.done":
		s.endItem(e)
	case "response.function_call_arguments.delta":
		s.takeArguments(e, "delta")
	case "response.function_call_arguments.done":
		s.takeArguments(e, "arguments")
	default:
		s.takePart(e)
	}
	s.enqueue(e)
}

// begin begins the response.
func (s *Stream) begin(response gjson.Result) {
	if s.created == "" && response.IsObject() {
		s.created = response.Raw
	}
	if s.choice == nil {
		s.choice = s.fixer.NewChoice(&s.request.Offer, jsonedit.Member(response, "model").Str)
		s.content.text, s.thought.text = &s.choice.Content, &s.choice.Reasoning
	}
}

// enqueue queues an event, and sends what can leave.
func (s *Stream) enqueue(e *event) {
	if s.choice == nil { // the model isn't known yet
		s.send(e)
		return
	}
	s.queue = append(s.queue, e)
	s.held += len(e.frame.Raw)
	if s.choice.Content.Len()+s.choice.Reasoning.Len() > gateway.MaxTextBytes {
		s.abandon(gateway.ErrLongText)
	}
	s.advance()
	if s.held > gateway.MaxHeldBytes {
		s.abandon(gateway.ErrLongCall)
		s.advance()
	}
}

// advance sends the events that can leave.
func (s *Stream) advance() {
	for len(s.queue) > 0 && s.canLeave(s.queue[0]) {
		e := s.queue[0]
		s.queue[0] = nil
		s.queue = s.queue[1:]
		s.held -= len(e.frame.Raw)
		s.send(e)
		s.passed(e)
	}
}

// abandon gives up the fix: what is held leaves as it came, and so does all that follows.
func (s *Stream) abandon(err error) {
	if !s.given {
		s.choice.Abandon(err)
		s.report.Fault = err
	}
	s.given = true
}

// fail ends a response that has failed: what is held leaves as it came.
func (s *Stream) fail() {
	if s.choice != nil && !s.ended {
		s.choice.Close()
		s.given = true
		s.advance()
	}
	s.ended = true
}
