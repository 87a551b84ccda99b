package openai

import (
	"fmt"

	"github.com/tidwall/gjson"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// MaxTextBytes is the longest text of a choice that is searched for calls in a stream. A longer
// one goes on as it came.
const MaxTextBytes = 16 << 20

// A choice is a choice of a streamed response.
type choice struct {
	*gateway.Choice
	stream *Stream
	index  int64
	queue  []*part // what waits
	last   *event
	calls  calls
	ended  bool
	made   []string // deltas that were made, where there is no finish_reason that they could go before

	arguments int // bytes of those of all calls

	finish  *part  // has the finish_reason, as far as is known
	reason  string // the last finish_reason
	content joiner
	thought joiner
}

// A joiner puts the halves of surrogate pairs together, which a server may send apart.
type joiner struct {
	half string
	end  *int // of the part that has the half; it leaves with the next one
}

// join is the text of the next JSON string. end is where the part ends in the text.
func (j *joiner) join(node gjson.Result) string {
	if j.half == "" && !jsonedit.SplitSurrogate(node.Raw) {
		return node.Str
	}
	raw := `"` + j.half + node.Raw[1:]
	j.half = ""
	if jsonedit.SplitSurrogate(raw) {
		half := len(raw) - len(`\ud83d"`)
		raw, j.half = raw[:half]+`"`, raw[half:len(raw)-1]
	}
	return gjson.Parse(raw).Str
}

// finish ends a text that waits for the second half of a surrogate pair.
func (j *joiner) finish(t interface {
	Feed(text string)
	Len() int
}) {
	if j.half == "" {
		return
	}
	t.Feed("\ufffd")
	j.half = ""
	j.mark(new(int), t.Len())
}

// mark sets the end of a part: n, unless it ends in a half.
func (j *joiner) mark(end *int, n int) {
	if j.end != nil && j.end != end {
		*j.end = n
		j.end = nil
	}
	*end = n
	if j.half != "" {
		*end, j.end = n+1, end
	}
}

// take takes the next part of the choice.
func (c *choice) take(p *part) {
	m := p.message
	p.reason = jsonedit.Member(p.node, "finish_reason")
	if !c.ended {
		c.takeText(p)
		for i := range m.calls {
			p.calls = append(p.calls, c.takeCall(m, &m.calls[i]))
		}
		if c.Content.Len()+c.Reasoning.Len() > MaxTextBytes {
			c.Abandon(fmt.Errorf("a text of more than %d bytes", MaxTextBytes))
		}
	}
	c.takeReason(p)
}

// taken is how many bytes of text and arguments came in.
func (c *choice) taken() int { return c.Content.Len() + c.Reasoning.Len() + c.arguments }

func (c *choice) takeText(p *part) {
	m := p.message
	if len(m.texts) == 1 {
		c.Content.Feed(c.content.join(m.texts[0]))
	} else {
		c.Content.Feed(m.text())
	}
	if len(m.reasoning) > 0 {
		c.Reasoning.Feed(c.thought.join(m.reasoning[0]))
	}
	c.content.mark(&p.content, c.Content.Len())
	c.thought.mark(&p.reasoning, c.Reasoning.Len())
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
	case p.reason.Type != gjson.String:
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
	if p.event.waiting > 0 {
		return nil
	}
	return p.event
}
