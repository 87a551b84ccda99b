package openai

import (
	"maps"
	"slices"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/flow"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/gateway/internal/sse"
)

// A reader takes the events of a streamed response. It implements flow.Reader.
type reader struct {
	request *Request
	fixer   *gateway.Fixer
	stream  flow.Stream
	out     flow.Out
	queue   flow.Queue[*part]
	choices map[int64]*choice
	order   []*choice
	text    int // bytes of the texts and arguments of all choices
}

// Stream implements gateway.Request.
func (r *Request) Stream(f *gateway.Fixer) gateway.Stream {
	own := &reader{request: r, fixer: f, choices: map[int64]*choice{}}
	own.queue.Leave, own.out.EndsWithDone = own.leave, true
	own.stream.Start(own, f, &own.out, &own.queue)
	return &own.stream
}

// Kept implements flow.Reader.
func (r *reader) Kept() int { return r.text }

// ErrorEvent implements flow.Reader.
func (r *reader) ErrorEvent(message string) string { return "data: " + Chat{}.Error(message) + "\n\n" }

// Sign implements flow.Reader: an event like the one that waits, with an empty delta.
func (r *reader) Sign(first bool) string {
	for _, c := range r.order {
		for p := range c.line.Waiting() {
			if first {
				return p.event.frame.With(p.event.frame.Event, p.event.emptied())
			}
			return p.event.frame.Alone(p.event.frame.Event, p.event.with(c.delta("{}", "null")))
		}
	}
	return ""
}

// Take implements flow.Reader.
func (r *reader) Take(frame sse.Frame, root jsonedit.Value) (fails bool) {
	e := &event{frame: frame}
	e.parts = e.one[:0]
	served, detail := e.read(root)
	if !e.choices.Exists() { // a server may have wrapped it
		served, _ = e.read(root.Holder("choices"))
	}
	for node := range e.choices.Items() {
		if node.IsObject() {
			r.add(e, node, served)
		}
	}
	switch {
	case len(e.parts) == 0 && e.choices.IsArray() && e.choices.Raw != "[]": // of choices that aren't followed
	case len(e.parts) > 0:
		r.queue.Add(len(frame.Raw), e.parts...)
		return false
	case !e.choices.Exists() && detail.Type != jsonedit.Null:
		return true
	default: // usage, which comes behind the last finish_reason
		r.end(func(c *choice) bool { return c.finish != nil })
	}
	r.out.Pass(frame)
	return false
}

// add adds the part of an event that is about one choice.
func (r *reader) add(e *event, node jsonedit.Value, served string) {
	p, index := newPart(e, node)
	c := r.choices[index]
	if c == nil {
		if len(r.order) == gateway.MaxChoices {
			return
		}
		c = &choice{index: index, core: r.fixer.NewChoice(&r.request.Offer, served)}
		c.core.SeparateThought()
		r.choices[index] = c
		r.order = append(r.order, c)
	}
	p.choice = c
	e.parts = append(e.parts, p)
	before := c.core.Len()
	c.take(p)
	r.text += c.core.Len() - before
}

// leave sends an event.
func (r *reader) leave(parts []*part) {
	e := parts[0].event
	for _, delta := range e.before {
		r.make(e, delta)
	}
	if e.dropped() {
		r.out.Changed()
	} else {
		r.out.Edit(&e.frame, e.frame.Event, e.edits())
	}
	r.out.Last = e.frame
	for _, p := range parts {
		if !r.out.Says() && p.says() {
			r.out.Speak()
		}
		p.passed()
	}
}

// make sends an event that is made like another one.
func (r *reader) make(like *event, choice string) {
	r.out.MakeLike(&like.frame, like.frame.Event, like.with(choice))
}

// End implements flow.Reader. [DONE] ends all choices; without it, a choice that has a finish_reason has ended.
func (r *reader) End(done bool) (ended bool) {
	for _, c := range r.end(func(c *choice) bool { return done || c.reason != "" }) {
		r.complete(c)
	}
	return len(r.order) > 0 && !slices.ContainsFunc(r.order, func(c *choice) bool { return !c.ended })
}

// end ends the choices that haven't ended and are wanted.
func (r *reader) end(wanted func(*choice) bool) (ended []*choice) {
	lines := map[*flow.Line[*part]]bool{}
	for _, c := range r.order {
		if !c.ended && wanted(c) {
			r.out.Add(c.end(r.request))
			ended = append(ended, c)
		}
		if c.ended {
			lines[&c.line] = true
		}
	}
	r.queue.Release(maps.Keys(lines))
	return ended
}

// complete sends what a choice that has ended has no place for in an event of the upstream, and a finish_reason, if the upstream
// sent none, or one too early. A call that isn't complete gets none, or a client would run it.
func (r *reader) complete(c *choice) {
	if c.finish != nil {
		return
	}
	for _, delta := range c.made {
		r.make(c.last, delta)
	}
	if c.reason != "" || c.whole {
		r.make(c.last, c.delta("{}", jsonedit.Quote(c.lastReason(r.request))))
	}
}

// Abandon implements flow.Reader.
func (r *reader) Abandon(err error) {
	for _, c := range r.order {
		if c.ended {
			continue
		}
		c.core.Abandon(err)
		c.ended = err == nil
		r.queue.Advance(&c.line)
		r.out.Fault(c.core.Fault())
		if err != nil {
			continue
		}
		thought, rest := c.endThought()
		for _, delta := range textDeltas(thought, rest) {
			r.make(c.last, c.delta(delta, "null"))
		}
	}
}
