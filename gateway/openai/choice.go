package openai

import (
	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// A choice is a choice of a streamed response.
type choice struct {
	*gateway.Choice
	stream *Stream
	index  int64
	queue  []*part // what waits
	last   *event
	calls  calls
	ended  bool
	called bool     // it ended with calls
	whole  bool     // all of their arguments are JSON
	made   []string // deltas that were made, where there is no finish_reason that they could go before

	finish  *part  // has the finish_reason, as far as is known
	reason  string // the last finish_reason
	content jsonedit.Joiner
	thought jsonedit.Joiner
}

// take takes the next part of the choice.
func (c *choice) take(p *part) {
	m := p.message
	p.reason = p.node.Member("finish_reason")
	if !c.ended {
		c.takeText(p)
		for i := range m.calls {
			p.calls = append(p.calls, c.takeCall(m, &m.calls[i]))
		}
		c.LimitText()
	}
	c.takeReason(p)
}

func (c *choice) takeText(p *part) {
	m := p.message
	if len(m.texts) == 1 {
		c.Content.Feed(c.content.Join(m.texts[0]))
	} else {
		c.Content.Feed(m.text())
	}
	if len(m.reasoning) > 0 {
		c.Reasoning.Feed(c.thought.Join(m.reasoning[0]))
	}
	c.content.Mark(&p.content, c.Content.Len())
	c.thought.Mark(&p.reasoning, c.Reasoning.Len())
}

// takeReason sees to it that there is one finish_reason in the end: the last one, or if nothing but
// others follow it, the first.
func (c *choice) takeReason(p *part) {
	m := p.message
	carries := m.text() != "" || m.thought() != "" || len(m.calls) > 0
	if carries && c.finish != nil && !c.ended {
		c.finish.newReason = "null" // it wasn't the last one
		c.finish = nil
	}
	switch {
	case p.reason.Type != jsonedit.String:
	case p.reason.Str == "" || c.finish != nil || c.ended:
		p.newReason = "null"
	default:
		c.finish, c.reason = p, p.reason.Str
	}
}

// next is the next event of the choice that can leave; nil if it must wait.
func (c *choice) next() *event {
	if len(c.queue) == 0 {
		return nil
	}
	p := c.queue[0]
	if !p.leaves && p.canLeave() {
		p.leaves = true
		p.event.waiting--
	}
	if p.event.waiting > 0 || !p.event.first() {
		return nil
	}
	return p.event
}
