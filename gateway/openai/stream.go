package openai

import (
	"cmp"
	"slices"
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
	choices map[int64]*choice
	order   []*choice
	events  int  // that were queued
	held    int  // bytes of those that are in queues
	text    int  // bytes of the texts and arguments of all choices
	failed  bool // the upstream reported an error
	report  gateway.Report
	// event takes one event of the upstream. thoughts is nil unless they are to be separated.
	event    func(sse.Frame)
	thoughts *thoughts
}

// NewStream starts the response to a request that asked for events.
func (r *Request) NewStream(f *gateway.Fixer) *Stream {
	s := &Stream{request: r, fixer: f, choices: map[int64]*choice{}, report: gateway.NewReport()}
	s.event = s.take
	if f.SeparatesReasoning() {
		s.thoughts = &thoughts{stream: s, byIndex: map[int64]*thought{}}
		s.event = s.thoughts.take
	}
	return s
}

// Write takes the next bytes of the upstream's body, cut anywhere, and returns what the client
// gets now. The slice is valid until the next call.
func (s *Stream) Write(p []byte) []byte { return s.pipe.Write(p, s.event) }

// End ends the stream, whose body has ended without a [DONE], and returns what the client gets last: what waits of a choice without
// a finish_reason leaves as it came.
func (s *Stream) End() []byte {
	return s.pipe.End(s.event, func() {
		s.thoughts.endAll()
		if s.failed {
			return
		}
		for _, c := range s.end(func(c *choice) bool { return c.reason != "" }) {
			c.complete()
		}
		s.report.Unended = len(s.order) == 0 || slices.ContainsFunc(s.order, func(c *choice) bool { return !c.ended })
		s.abandon(nil)
	})
}

// Abort ends the stream, whose upstream failed, and returns the events that were held, as they came.
func (s *Stream) Abort() []byte {
	return s.pipe.Abort(func() {
		s.thoughts.endAll()
		s.abandon(nil)
	})
}

// ErrorEvent ends the stream with an error.
func (s *Stream) ErrorEvent(message string) string { return "data: " + Chat{}.Error(message) + "\n\n" }

// Rest is what came of an event that hasn't ended.
func (s *Stream) Rest() string { return s.pipe.Rest() }

// Done reports whether the stream has ended: nothing that follows is part of it.
func (s *Stream) Done() bool { return s.pipe.Done() }

// Ended reports whether an event of the upstream has ended the response, or reported an error.
func (s *Stream) Ended() bool { return s.failed || s.pipe.Done() }

// Holds reports whether something is held back that may be part of a call.
func (s *Stream) Holds() bool { return s.held > 0 }

// Held is how many bytes are kept.
func (s *Stream) Held() int {
	n := s.pipe.Held() + s.held + s.text
	return n + s.thoughts.waits()
}

// Report says how the response got its calls, as far as it has come.
func (s *Stream) Report() gateway.Report { return s.report }

// take takes one event, in which the thought is separate.
func (s *Stream) take(frame sse.Frame) {
	switch {
	case !frame.HasData:
		s.pipe.Send(frame.Raw) // a comment
	case strings.TrimSpace(frame.Data) == sse.Done:
		s.endChoices()
		s.pipe.Pass(frame)
		s.pipe.Finish()
	default:
		s.chunk(frame)
	}
}

// chunk takes one event that isn't the end.
func (s *Stream) chunk(frame sse.Frame) {
	root, ok := jsonedit.Parse(frame.Data)
	if !ok {
		s.pipe.Pass(frame)
		return
	}
	body := root.Holder("choices")
	choices := body.Member("choices")
	e := &event{stream: s, frame: frame, choices: choices, usage: body.Member("usage")}
	served := body.Member("model").Str
	for node := range choices.Items() {
		if node.IsObject() {
			s.add(e, node, served)
		}
	}
	switch {
	case len(e.parts) > 0:
		s.enqueue(e)
	case root.Member("error").IsObject():
		s.failed = true
		s.abandon(nil)
		s.pipe.Pass(frame)
	default: // usage, which comes behind the last finish_reason
		s.endFinished()
		s.pipe.Pass(frame)
	}
}

// add adds the part of an event that is about one choice.
func (s *Stream) add(e *event, node jsonedit.Value, served string) {
	index := indexOf(node, len(e.parts))
	c := s.choices[index]
	if c == nil {
		c = &choice{stream: s, index: index, Choice: s.fixer.NewChoice(&s.request.Offer, served)}
		s.choices[index] = c
		s.order = append(s.order, c)
	}
	p := &part{event: e, choice: c, node: node, message: readMessage(node.Member("delta"))}
	e.parts = append(e.parts, p)
	before := c.Len()
	c.take(p)
	s.text += c.Len() - before
}

// indexOf is the index of a choice that is the i-th one in its event.
func indexOf(node jsonedit.Value, i int) int64 {
	if index := node.Member("index"); index.Type == jsonedit.Number {
		return index.Int()
	}
	return int64(i)
}

// enqueue queues an event, and sends what can leave.
func (s *Stream) enqueue(e *event) {
	s.events++
	e.number, e.waiting = s.events, len(e.parts)
	s.held += len(e.frame.Raw)
	for _, p := range e.parts {
		p.choice.queue = append(p.choice.queue, p)
		p.choice.last = e
	}
	for _, p := range e.parts {
		s.advance(p.choice)
	}
	if err := gateway.CheckHeld(s.held); err != nil {
		s.abandon(err)
	}
}

// advance sends the events of a choice that can leave, and those of others that waited for them.
func (s *Stream) advance(c *choice) {
	for work := []*choice{c}; len(work) > 0; {
		c, work = work[len(work)-1], work[:len(work)-1]
		for e := c.next(); e != nil; e = c.next() {
			s.send(e)
			for _, p := range e.parts {
				if p.choice != c {
					work = append(work, p.choice)
				}
			}
		}
	}
}

// send sends an event.
func (s *Stream) send(e *event) {
	s.held -= len(e.frame.Raw)
	s.pipe.Send(e.before)
	if !e.dropped() {
		s.pipe.Send(e.bytes())
	}
	s.pipe.Last = e.frame
	for _, p := range e.parts {
		p.passed()
		p.choice.queue[0] = nil
		p.choice.queue = p.choice.queue[1:]
	}
}

// endFinished ends the choices whose finish_reason has come: what comes now shows that it was the
// last one.
func (s *Stream) endFinished() {
	s.end(func(c *choice) bool { return c.finish != nil })
}

// endChoices ends all choices, for [DONE].
func (s *Stream) endChoices() {
	if s.failed {
		return
	}
	for _, c := range s.end(func(*choice) bool { return true }) {
		c.complete()
	}
}

// end ends the choices that haven't ended and are wanted. What waited for them leaves in the
// order in which it came.
func (s *Stream) end(wanted func(*choice) bool) (ended []*choice) {
	var events []*event
	for _, c := range s.order {
		if !c.ended {
			if !wanted(c) {
				continue
			}
			c.end()
			ended = append(ended, c)
		}
		for _, p := range c.queue {
			if !p.leaves {
				p.leaves = true
				p.event.waiting--
			}
			events = append(events, p.event)
		}
	}
	slices.SortFunc(events, func(a, b *event) int { return cmp.Compare(a.number, b.number) })
	for _, e := range slices.Compact(events) {
		if e.waiting == 0 && e.first() {
			s.send(e)
		}
	}
	return ended
}

// abandon gives up all fixes: what is held leaves as it came, and so does all that follows.
func (s *Stream) abandon(err error) {
	for _, c := range s.order {
		if c.ended {
			continue
		}
		c.Abandon(err)
		c.ended = err == nil
		s.advance(c)
		if s.report.Fault == nil {
			s.report.Fault = c.Fault()
		}
	}
}
