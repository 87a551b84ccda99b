package flow

import (
	"strings"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/gateway/internal/sse"
)

// A Reader takes the events of one API, and sends what becomes of them.
type Reader interface {
	// Take takes an event, whose data are JSON, and report no error.
	Take(frame sse.Frame, root jsonedit.Value)
	// Done takes [DONE], which leaves next, and ends the stream.
	Done()
	// End takes the end of the body, before which neither [DONE] nor the API's own end has come: what is held back leaves as it came.
	End()
	// Abandon gives all fixes up: what is held back leaves as it came, and so does all that follows. err is why; nil if the
	// upstream failed, and nothing follows.
	Abandon(err error)
	// Fails reports whether the data of an event, and their JSON, report an error in the API's own way.
	Fails(data string, root jsonedit.Value) bool
	// Waits reports whether an event waits.
	Waits() bool
	// Sign is an event, or a comment, that says that the response goes on. first: no event has left, and this is the first one.
	Sign(first bool) string
	// Kept is how many bytes are kept: events that wait, and the texts and arguments so far.
	Kept() int
	// ErrorEvent is the event that ends the stream with an error.
	ErrorEvent(message string) string
}

// A Stream is the response to a request that asked for events. It implements gateway.Stream.
type Stream struct {
	// Last is the last event that came and has left.
	Last sse.Frame

	reader Reader
	pipe   sse.Pipe
	report gateway.Report
	ended  bool   // an event of the upstream has ended the response, or reported an error
	junk   bool   // data that can't be read have come, and no readable event after them
	behind []byte // events with data that can't be read, which came while another event waited
	says   bool   // anything with content has left
	sent   bool   // an event has left
	ids    bool   // events have ids
}

// Start starts the stream, whose events the reader takes.
func (s *Stream) Start(reader Reader) { s.reader, s.report = reader, gateway.NewReport() }

// Write implements gateway.Stream.
func (s *Stream) Write(p []byte) []byte { return s.pipe.Write(p, s.take) }

// End implements gateway.Stream.
func (s *Stream) End() []byte {
	return s.pipe.End(s.take, func() {
		switch {
		case s.ended:
		case s.junk:
			s.fail()
		default:
			s.reader.End()
		}
		s.passBehind()
	})
}

// Abort implements gateway.Stream.
func (s *Stream) Abort() []byte { return s.pipe.Abort(func() { s.abandon(nil) }) }

// ErrorEvent implements gateway.Stream.
func (s *Stream) ErrorEvent(message string) string { return s.reader.ErrorEvent(message) }

// Rest implements gateway.Stream.
func (s *Stream) Rest() string { return s.pipe.Rest() }

// Held implements gateway.Stream.
func (s *Stream) Held() int { return s.pipe.Held() + s.reader.Kept() + len(s.behind) }

// Done implements gateway.Stream.
func (s *Stream) Done() bool { return s.pipe.Done() }

// Ended implements gateway.Stream.
func (s *Stream) Ended() bool { return s.ended || s.pipe.Done() }

// Says implements gateway.Stream.
func (s *Stream) Says() bool { return s.says || s.Ended() }

// Report implements gateway.Stream.
func (s *Stream) Report() gateway.Report { return s.report }

// take takes one event.
func (s *Stream) take(frame sse.Frame) {
	switch {
	case !frame.HasData:
		s.pipe.Send(frame.Raw) // a comment
	case strings.TrimSpace(frame.Data) == sse.Done:
		s.done()
		s.Pass(frame)
		s.pipe.Finish()
	case strings.HasPrefix(frame.Data, ":"): // a comment as data, which no client can read
		s.pipe.Send(s.Comment(strings.TrimSpace(frame.Data[1:])))
		s.Changed()
	case s.ended:
		s.Pass(frame)
	default:
		s.ids = s.ids || s.Last.Raw == "" && frame.HasID()
		root, ok := jsonedit.Parse(frame.Data)
		junk := !ok && strings.TrimSpace(frame.Data) != "" && !isSign[frame.Event]
		s.junk = junk || s.junk && (!ok || isSign[frame.Event])
		switch {
		case junk && strings.HasPrefix(strings.TrimSpace(frame.Data), "<"), // a page of HTML
			frame.Event == "error", s.reportsError(frame.Data, root):
			s.fail()
			s.Pass(frame)
		case junk && s.reader.Waits():
			s.waitBehind(frame)
		case !ok:
			s.Pass(frame)
		default:
			s.reader.Take(frame, root)
			if !s.Waits() {
				s.passBehind()
			}
		}
	}
}

// waitBehind lets an event whose data can't be read wait for those that wait already: many clients fail on it, and read no further.
func (s *Stream) waitBehind(frame sse.Frame) {
	s.behind = append(s.behind, frame.Raw...)
	s.Limit(s.reader.Kept() + len(s.behind))
}

// passBehind sends the events that waited behind others.
func (s *Stream) passBehind() {
	if len(s.behind) > 0 {
		s.Send(string(s.behind))
		s.behind = nil
	}
}

// reportsError reports whether an event reports an error. Few name one at all.
func (s *Stream) reportsError(data string, root jsonedit.Value) bool {
	return strings.Contains(data, `"error"`) && gateway.ReportsError(root) || s.reader.Fails(data, root)
}

// isSign are the names of events that only keep a connection alive, whatever their data.
var isSign = map[string]bool{"ping": true, "keepalive": true, "heartbeat": true}

// done takes [DONE]. What can't be read, and nothing that can follows, is an error.
func (s *Stream) done() {
	switch {
	case s.ended:
	case s.junk:
		s.fail()
	default:
		s.reader.Done()
	}
	s.passBehind()
}

// fail ends the response for an event that reports an error: what is held back leaves as it came.
func (s *Stream) fail() {
	s.report.Failed = true
	s.abandon(nil)
	s.ended = true
}

// abandon gives all fixes up, unless the response has ended.
func (s *Stream) abandon(err error) {
	if !s.ended {
		s.reader.Abandon(err)
		s.passBehind()
	}
}

// Limit gives all fixes up if the events that wait are too many bytes.
func (s *Stream) Limit(waiting int) {
	if err := gateway.CheckHeld(waiting); err != nil {
		s.abandon(err)
	}
}

// Unended lets what is held back leave as it came, since the response has no end.
func (s *Stream) Unended() {
	s.report.Unended = true
	s.abandon(nil)
}

// Waits implements gateway.Stream.
func (s *Stream) Waits() bool { return !s.ended && s.reader.Waits() }

// Sign implements gateway.Stream.
func (s *Stream) Sign() []byte {
	if !s.Waits() {
		return nil
	}
	return s.pipe.Make(func() {
		s.pipe.SendEvent(s.reader.Sign(!s.sent))
		s.sent = true
		s.Changed()
	})
}

// Comment implements gateway.Stream. Some clients take the empty line behind a comment for an event, if events have ids.
func (s *Stream) Comment(text string) string {
	if s.ids {
		return ": " + text + "\n"
	}
	return ": " + text + "\n\n"
}

// Send sends the bytes of an event.
func (s *Stream) Send(text string) {
	s.pipe.Send(text)
	s.sent = true
}

// Pass sends an event as it came.
func (s *Stream) Pass(frame sse.Frame) {
	s.Send(frame.Raw)
	s.Last = frame
}

// Speak notes that what leaves has content.
func (s *Stream) Speak() { s.says = true }

// Change sends an event with other bytes.
func (s *Stream) Change(text string) {
	s.Send(text)
	s.Changed()
}

// Make sends an event that is made, with the line ends of the last one.
func (s *Stream) Make(event, data string) { s.MakeLike(&s.Last, event, data) }

// MakeLike sends an event that is made, with the line ends of another one.
func (s *Stream) MakeLike(like *sse.Frame, event, data string) {
	s.pipe.SendEvent(like.Alone(event, data))
	s.Changed()
}

// Changed notes that the client gets something else than the upstream sent.
func (s *Stream) Changed() { s.report.Changed = true }

// Add adds the report of a choice that has ended.
func (s *Stream) Add(report gateway.Report) { s.report.Add(report) }

// Fault notes why the fix of a choice was given up.
func (s *Stream) Fault(err error) {
	if s.report.Fault == nil {
		s.report.Fault = err
	}
}

// Complete says that the response has ended: what follows passes as it comes.
func (s *Stream) Complete() { s.ended = true }

// Finish says that the stream has ended: nothing that follows is part of it.
func (s *Stream) Finish() { s.pipe.Finish() }
