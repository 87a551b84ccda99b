package openai

import (
	"strconv"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/flow"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// A choice is a choice of a streamed response.
type choice struct {
	core   *gateway.Choice
	index  int64
	line   flow.Line[*part]
	last   *event
	calls  calls
	ended  bool
	called bool     // it ended with calls
	whole  bool     // all of their arguments are JSON
	made   []string // items of choices that were made, where there is no finish_reason that they could go before

	finish  *part  // has the finish_reason, as far as is known
	reason  string // the last finish_reason
	content jsonedit.Joiner
	thought jsonedit.Joiner
}

// take takes the next part of the choice.
func (c *choice) take(p *part) {
	m := &p.message
	c.last = p.event
	if !c.ended {
		c.takeText(p)
		for i := range m.calls {
			if own := c.takeCall(m, &m.calls[i]); own != nil {
				p.calls = append(p.calls, own)
			}
		}
		c.core.LimitText()
	}
	c.takeReason(p)
}

func (c *choice) takeText(p *part) {
	m := &p.message
	p.text, p.thought = m.text(), m.thought()
	if p.thought != "" || len(m.calls) > 0 || len(m.texts) > 1 {
		c.core.Content.Plain()
	}
	piece := p.text
	if len(m.texts) == 1 {
		piece = c.content.Join(m.texts[0])
	}
	c.separate(p, piece)
	switch {
	case p.separated:
		c.core.Reasoning.Feed(p.thought)
	case len(m.reasoning) > 0:
		c.core.Reasoning.Feed(c.thought.Join(m.reasoning[0]))
	}
	c.content.Mark(&p.content, c.core.Content.Len())
	c.thought.Mark(&p.reasoning, c.core.Reasoning.Len())
}

// separate takes a chunk of the content. What it adds to the thought at its start becomes reasoning.
func (c *choice) separate(p *part, piece string) {
	found, thinking := c.core.Content.Separated(), c.core.Content.Thinking()
	thought, rest := c.core.Content.Separate(piece)
	if !thinking || !c.core.Content.Separated() {
		return
	}
	if !found { // what waits has the start of the thought, and white space before it
		for q := range c.line.Waiting() {
			if q.text != "" {
				q.text, q.rest, q.separated, q.content = "", `""`, true, 0
			}
		}
	}
	p.text, p.thought, p.separated = rest, thought, true
	p.rest = `""`
	if !c.core.Content.Thinking() {
		p.rest = c.content.Quote(rest)
	}
}

// endThought ends the thought at the start of the content, and returns what waits of it, and of the content behind it.
func (c *choice) endThought() (thought, rest string) {
	if c.core.Content.Plain(); !c.core.Content.Thinking() {
		return "", ""
	}
	thought, rest = c.core.Content.Separate(c.content.Left())
	last, more := c.core.Content.EndThought()
	return thought + last, rest + more
}

// takeReason sees to it that there is one finish_reason in the end: the last one, or if nothing but
// others follow it, the first.
func (c *choice) takeReason(p *part) {
	m := &p.message
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

// delta is JSON of an item of choices that is made.
func (c *choice) delta(delta, reason string) string {
	return `{"index":` + strconv.FormatInt(c.index, 10) + `,"delta":` + delta + `,"finish_reason":` + reason + `}`
}
