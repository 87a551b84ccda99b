package anthropic

import (
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
	message *message // nil until it starts
	held    int      // bytes of the events that wait
	failed  bool     // the upstream reported an error
	report  gateway.Report
	// event takes one event of the upstream. thoughts is nil unless they are to be separated.
	event    func(sse.Frame)
	thoughts *thoughts
}

// NewStream starts the response to a request that asked for events.
func (r *Request) NewStream(f *gateway.Fixer) *Stream {
	s := &Stream{request: r, fixer: f, report: gateway.NewReport()}
	s.event = s.take
	if f.SeparatesReasoning() {
		s.thoughts = &thoughts{stream: s}
		s.event = s.thoughts.take
	}
	return s
}

// Write takes the next bytes of the upstream's body, cut anywhere, and returns what the client
// gets now. The slice is valid until the next call.
func (s *Stream) Write(p []byte) []byte { return s.pipe.Write(p, s.event) }

// End ends the stream, whose body has ended without a message_stop, and returns what the client gets last: what waits leaves as it
// came.
func (s *Stream) End() []byte {
	return s.pipe.End(s.event, s.release)
}

// release lets all that waits leave as it came, since no message_stop follows.
func (s *Stream) release() {
	s.thoughts.end()
	s.report.Unended = !s.failed
	s.abandon(nil)
}

// Abort ends the stream, whose upstream failed, and returns the events that were held, as they came.
func (s *Stream) Abort() []byte {
	return s.pipe.Abort(func() {
		s.thoughts.end()
		s.abandon(nil)
	})
}

// ErrorEvent ends the stream with an error.
func (s *Stream) ErrorEvent(message string) string {
	return "event: error\ndata: " + Messages{}.Error(message) + "\n\n"
}

// Rest is what came of an event that hasn't ended.
func (s *Stream) Rest() string { return s.pipe.Rest() }

// Done reports whether the stream has ended: nothing that follows is part of it.
func (s *Stream) Done() bool { return s.pipe.Done() }

// Ended reports whether an event of the upstream has ended the response, or reported an error.
func (s *Stream) Ended() bool { return s.failed || s.pipe.Done() }

// Held is how many bytes are kept.
func (s *Stream) Held() int {
	n := s.pipe.Held() + s.held
	if s.message != nil {
		n += s.message.Len()
	}
	return n + s.thoughts.waits()
}

// Report says how the response got its calls, as far as it has come.
func (s *Stream) Report() gateway.Report { return s.report }

// The types of events.
const (
	startEvent      = "message_start"
	blockStartEvent = "content_block_start"
	blockDeltaEvent = "content_block_delta"
	blockStopEvent  = "content_block_stop"
	deltaEvent      = "message_delta"
	stopEvent       = "message_stop"
	pingEvent       = "ping"
	errorEvent      = "error"
)

// take takes one event, in which the thought is separate.
func (s *Stream) take(frame sse.Frame) {
	root, ok := jsonedit.Parse(frame.Data)
	switch {
	case !frame.HasData: // a comment
		s.pipe.Send(frame.Raw)
		return
	case !ok && strings.TrimSpace(frame.Data) == sse.Done:
		s.release()
		s.pipe.Pass(frame)
		s.pipe.Finish()
		return
	case !ok:
		s.pipe.Pass(frame)
		return
	}
	switch kind := root.Member("type").Str; kind {
	case startEvent:
		s.pass(frame, kind)
		s.start(root.Member("message"))
	case blockStartEvent, blockDeltaEvent, blockStopEvent, deltaEvent:
		s.start(jsonedit.Value{})
		s.enqueue(&event{message: s.message, frame: frame, root: root, kind: kind})
	case stopEvent:
		s.endMessage()
		s.pass(frame, kind)
		s.pipe.Finish()
	case pingEvent: // at once, but often one is right behind the start of a block
		if s.message != nil && s.message.awaitsText() {
			s.enqueue(&event{message: s.message, frame: frame, root: root, kind: kind})
		} else {
			s.pass(frame, kind)
		}
	default:
		if root.Member("error").IsObject() {
			s.failed = true
			s.abandon(nil)
			s.pass(frame, errorEvent)
			return
		}
		s.pipe.Pass(frame)
	}
}

// start starts the message, unless it has started.
func (s *Stream) start(node jsonedit.Value) {
	if s.message != nil {
		return
	}
	s.message = &message{
		Choice: s.fixer.NewChoice(&s.request.Offer, node.Member("model").Str),
		stream: s,
		blocks: map[int64]*block{},
		parts:  map[kind]int{},
		ended:  s.failed,
	}
}

// enqueue queues an event, and sends what can leave.
func (s *Stream) enqueue(e *event) {
	s.held += len(e.frame.Raw)
	e.message.take(e)
	e.message.advance()
	if err := gateway.CheckHeld(s.held); err != nil {
		s.abandon(err)
	}
}

// pass sends an event whose data stay. Clients go by its name, which must be that of its type.
func (s *Stream) pass(frame sse.Frame, kind string) {
	if frame.Event == kind {
		s.pipe.Pass(frame)
		return
	}
	s.pipe.Send(frame.With(kind, frame.Data))
	s.pipe.Last = frame
	s.report.Changed = true
}

// make sends an event that the upstream didn't.
func (s *Stream) make(kind, data string) {
	s.pipe.SendEvent(s.pipe.Last.Alone(kind, data))
	s.report.Changed = true
}

// endMessage ends the message, for message_stop.
func (s *Stream) endMessage() {
	if s.message == nil || s.failed {
		return
	}
	s.message.end()
	s.message.advance()
	s.message.complete()
}

// abandon gives up all fixes: what is held leaves as it came, and so does all that follows.
func (s *Stream) abandon(err error) {
	m := s.message
	if m == nil || m.ended {
		return
	}
	m.Abandon(err)
	if err == nil {
		m.ended, m.made = true, true
	}
	m.free = true
	m.advance()
	s.report.Fault = m.Fault()
}
