package responses

import (
	"strconv"
	"strings"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/gateway/internal/sse"
)

// A Stream fixes the events of a streamed response. It is used by one goroutine at a time.
type Stream struct {
	request *Request
	fixer   *gateway.Fixer
	pipe    sse.Pipe
	choice  *gateway.Choice // nil before the first event
	items   items
	content texts
	thought texts
	queue   []*event // what waits
	held    int      // bytes of it
	numbers numbers

	model  string // that the upstream says it served
	sealed bool   // the reasoning has to stay as it is
	ended  bool   // the response has ended, or failed
	report gateway.Report
	// event takes one event of the upstream. thoughts is nil unless they are to be separated.
	event    func(sse.Frame)
	thoughts *thoughts
}

// NewStream starts the response to a request that asked for events.
func (r *Request) NewStream(f *gateway.Fixer) *Stream {
	s := &Stream{request: r, fixer: f, report: gateway.NewReport()}
	s.event = s.take
	if f.SeparatesReasoning() {
		s.thoughts = &thoughts{stream: s, split: splitter{request: r, fixer: f}}
		s.event = s.thoughts.take
	}
	return s
}

// Write takes the next bytes of the upstream's body, cut anywhere, and returns what the client
// gets now. The slice is valid until the next call.
func (s *Stream) Write(p []byte) []byte { return s.pipe.Write(p, s.event) }

// End ends the stream, whose body has ended, and returns what the client gets last: without an event that ends the response, what
// waits leaves as it came.
func (s *Stream) End() []byte { return s.pipe.End(s.event, s.release) }

// release lets all that waits leave as it came, unless the response has ended.
func (s *Stream) release() {
	s.thoughts.end()
	if !s.ended {
		s.report.Unended = true
		s.fail()
	}
}

// Abort ends the stream, whose upstream failed, and returns the events that were held, as they came.
func (s *Stream) Abort() []byte {
	return s.pipe.Abort(func() {
		s.thoughts.end()
		s.fail()
	})
}

// ErrorEvent ends the stream with an error. It has the number behind the last event that is known, if those have
// numbers: OpenAI's always do.
func (s *Stream) ErrorEvent(message string) string {
	number := ""
	if s.numbers.numbered || s.pipe.Last.Raw == "" {
		number = `"sequence_number":` + strconv.FormatInt(s.numbers.next, 10) + ","
	}
	return "event: error\ndata: " + `{"type":"error",` + number + `"code":"upstream_error","message":` + jsonedit.Quote(message) + `,"param":null}` + "\n\n"
}

// Rest is what came of an event that hasn't ended.
func (s *Stream) Rest() string { return s.pipe.Rest() }

// Held is how many bytes are kept.
func (s *Stream) Held() int {
	n := s.pipe.Held() + s.held
	if s.choice != nil {
		n += s.choice.Len()
	}
	return n + s.thoughts.waits()
}

// Done reports whether the stream has ended: nothing that follows is part of it.
func (s *Stream) Done() bool { return s.pipe.Done() }

// Ended reports whether an event of the upstream has ended the response, or reported an error.
func (s *Stream) Ended() bool { return s.ended || s.pipe.Done() }

// Report says how the response got its calls, as far as it has come.
func (s *Stream) Report() gateway.Report { return s.report }

// take takes one event, in which the thought is separate.
func (s *Stream) take(frame sse.Frame) {
	switch {
	case !frame.HasData:
		s.pipe.Send(frame.Raw) // a comment
	case strings.TrimSpace(frame.Data) == sse.Done:
		s.release()
		s.pipe.Pass(frame)
		s.pipe.Finish()
	case s.ended:
		s.pipe.Pass(frame)
	default:
		s.follow(newEvent(frame))
	}
}

// follow takes an event of the response.
func (s *Stream) follow(e *event) {
	s.pipe.Last = e.frame
	switch e.kind {
	case "response.created", "response.queued", "response.in_progress":
		s.begin(e.root.Member("response"))
	case "response.completed", "response.incomplete":
		s.end(e)
		return
	case "response.failed", "response.cancelled", "error":
		s.fail()
		s.pipe.Pass(e.frame)
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
func (s *Stream) begin(response jsonedit.Value) {
	if s.choice == nil {
		s.model = response.Member("model").Str
		s.choice = s.fixer.NewChoice(&s.request.Offer, s.model)
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
	s.choice.LimitText()
	s.advance()
	if err := gateway.CheckHeld(s.held); err != nil {
		s.choice.Abandon(err)
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

// fail ends a response that has failed: what is held leaves as it came.
func (s *Stream) fail() {
	s.ended = true
	if s.choice != nil {
		s.choice.Close()
		s.report.Fault = s.choice.Fault()
		s.advance()
	}
}
