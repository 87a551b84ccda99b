package flow

import (
	"strings"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/gateway/internal/sse"
)

// A Reader takes the events of one API, and sends what becomes of them.
type Reader interface {
	// Take takes an event, whose data are JSON. It reports whether they report an error in the API's own way, and does nothing then.
	Take(frame sse.Frame, root jsonedit.Value) (fails bool)
	// End takes the end of the body, before which the API's own end hasn't come. done: [DONE] has. It reports whether the response has
	// ended: if not, what is held back leaves as it came.
	End(done bool) (ended bool)
	// Abandon gives all fixes up: what is held back leaves as it came, and so does all that follows. err is why; nil if the
	// upstream failed, and nothing follows.
	Abandon(err error)
	// Sign is an event that says that the response goes on; empty if there is none, so that a comment does. first: no event has left, and
	// this is the first one.
	Sign(first bool) string
	// Kept is how many bytes of texts and arguments are kept.
	Kept() int
	// ErrorEvent is the event that ends the stream with an error.
	ErrorEvent(message string) string
}

// Waiting is what waits: a Queue.
type Waiting interface {
	// Bytes is how many bytes of events wait.
	Bytes() int
	// Events is how many events wait.
	Events() int
}

// A Stream is the response to a request that asked for events. It implements gateway.Stream.
type Stream struct {
	reader Reader
	out    *Out
	fixer  *gateway.Fixer
	queue  Waiting
	junk   bool   // data that can't be read have come, and no readable event after them
	behind []byte // events with data that can't be read, which came while another event waited
}

// Start starts the stream, whose events the reader takes, fixes with the fixer, and sends to out, perhaps through the queue.
func (s *Stream) Start(reader Reader, fixer *gateway.Fixer, out *Out, queue Waiting) {
	s.reader, s.fixer, s.out, s.queue, out.report = reader, fixer, out, queue, gateway.NewReport()
}

// Write implements gateway.Stream.
func (s *Stream) Write(p []byte) []byte { return s.out.pipe.Write(p, s.take) }

// End implements gateway.Stream.
func (s *Stream) End() []byte { return s.out.pipe.End(s.take, func() { s.end(false) }) }

// Abort implements gateway.Stream.
func (s *Stream) Abort() []byte { return s.out.pipe.Abort(func() { s.abandon(nil) }) }

// ErrorEvent implements gateway.Stream.
func (s *Stream) ErrorEvent(message string) string { return s.reader.ErrorEvent(message) }

// Rest implements gateway.Stream.
func (s *Stream) Rest() string { return s.out.pipe.Rest() }

// Held implements gateway.Stream.
func (s *Stream) Held() int {
	return s.out.pipe.Held() + s.queue.Bytes() + len(s.behind) + s.reader.Kept()
}

// waiting is how many bytes wait: of events, and of thoughts that have no event any more.
func (s *Stream) waiting() int { return s.queue.Bytes() + s.fixer.Thoughts() }

// Events implements gateway.Stream.
func (s *Stream) Events() int { return s.queue.Events() }

// Done implements gateway.Stream.
func (s *Stream) Done() bool { return s.out.pipe.Done() }

// Ended implements gateway.Stream.
func (s *Stream) Ended() bool { return s.out.Ended() }

// Says implements gateway.Stream.
func (s *Stream) Says() bool { return s.out.Says() }

// Report implements gateway.Stream.
func (s *Stream) Report() gateway.Report { return s.out.report }

// take takes one event.
func (s *Stream) take(frame sse.Frame) {
	switch o := s.out; {
	case !frame.HasData:
		o.pipe.Send(frame.Raw) // a comment
	case strings.TrimSpace(frame.Data) == sse.Done && (o.EndsWithDone || o.ended):
		s.end(true)
		o.Pass(frame)
		o.Finish()
	case strings.TrimSpace(frame.Data) == sse.Done: // some clients read no further
		s.passLast(frame)
	case strings.HasPrefix(frame.Data, ":"): // a comment as data, which no client can read
		o.pipe.Send(o.Comment(strings.TrimSpace(frame.Data[1:])))
		o.Changed()
	case o.ended:
		o.Pass(frame)
	default:
		o.ids = o.ids || o.Last.Raw == "" && frame.HasID()
		s.takeData(frame)
	}
}

// takeData takes an event with data of a response that goes on.
func (s *Stream) takeData(frame sse.Frame) {
	root, ok := jsonedit.Parse(frame.Data)
	junk := !ok && strings.TrimSpace(frame.Data) != "" && !isSign[frame.Event]
	s.junk = junk || s.junk && (!ok || isSign[frame.Event])
	switch {
	case junk && strings.HasPrefix(strings.TrimSpace(frame.Data), "<"), // a page of HTML
		frame.Event == "error",
		strings.Contains(frame.Data, `"error"`) && gateway.ReportsError(root):
		s.fail()
		s.out.Pass(frame)
	case !ok: // many clients fail on it, and read no further
		s.passLast(frame)
	case s.reader.Take(frame, root):
		s.fail()
		s.out.Pass(frame)
	}
	waiting := s.waiting()
	if err := gateway.CheckHeld(waiting + len(s.behind)); err != nil {
		s.abandon(err)
	}
	if waiting == 0 {
		s.passBehind()
	}
}

// passLast passes an event behind all that waits, unless it is a sign of life.
func (s *Stream) passLast(frame sse.Frame) {
	if s.waiting() > 0 && strings.TrimSpace(frame.Data) != "" && !isSign[frame.Event] {
		s.behind = append(s.behind, frame.Raw...)
	} else {
		s.out.Pass(frame)
	}
}

// passBehind sends the events that waited behind others.
func (s *Stream) passBehind() {
	if len(s.behind) > 0 {
		s.out.Send(string(s.behind))
		s.behind = nil
	}
}

// isSign are the names of events that only keep a connection alive, whatever their data.
var isSign = map[string]bool{"ping": true, "keepalive": true, "heartbeat": true}

// end takes the end of the body, or [DONE]. What can't be read, and nothing that can follows, is an error.
func (s *Stream) end(done bool) {
	switch {
	case s.out.ended:
	case s.junk:
		s.fail()
	case !s.reader.End(done):
		s.out.report.Unended = true
		s.abandon(nil)
	}
	s.passBehind()
}

// fail ends the response for an event that reports an error: what is held back leaves as it came.
func (s *Stream) fail() {
	s.out.report.Failed = true
	s.abandon(nil)
	s.out.Complete()
}

// abandon gives all fixes up, unless the response has ended.
func (s *Stream) abandon(err error) {
	if !s.out.ended {
		s.reader.Abandon(err)
		s.passBehind()
	}
}

// Waits implements gateway.Stream.
func (s *Stream) Waits() bool {
	return !s.out.ended && (s.waiting() > 0 || s.out.pipe.Held() > 0)
}

// Sign implements gateway.Stream.
func (s *Stream) Sign() []byte {
	if !s.Waits() {
		return nil
	}
	return s.out.pipe.Make(func() {
		if sign := s.reader.Sign(!s.out.sent); sign != "" {
			s.out.Change(sign)
			return
		}
		s.out.pipe.Send(s.out.Comment("keep-alive"))
		s.out.Changed()
	})
}

// Comment implements gateway.Stream.
func (s *Stream) Comment(text string) string { return s.out.Comment(text) }
