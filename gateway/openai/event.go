package openai

import (
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/gateway/internal/sse"
)

// An event waits until all of its parts can leave.
type event struct {
	stream  *Stream
	number  int // in the order in which events came
	frame   sse.Frame
	choices jsonedit.Value // the array
	usage   jsonedit.Value
	parts   []*part
	waiting int    // parts that can't leave yet
	before  string // events that were made, which leave first
}

// A part is what an event says about one choice, and what is to become of it.
type part struct {
	event   *event
	choice  *choice
	node    jsonedit.Value
	message *message
	calls   []*callPart
	reason  jsonedit.Value // finish_reason

	content, reasoning int  // bytes of the choice's texts up to here
	leaves             bool // counted in event.waiting no more

	newContent, newReasoning *string
	newReason                string // JSON; empty: it stays
}

// A callPart is what an event says about one call.
type callPart struct {
	node *callNode
	call *call
	end  int // bytes of the call's arguments up to here

	newIndex, newID string // JSON; empty: they stay
	newName         string
	dropName        bool
	newArguments    *string
}

// bytes are what is sent: the upstream's own, unless something is to be changed.
func (e *event) bytes() string {
	edits := jsonedit.New(e.frame.Data)
	for _, p := range e.parts {
		p.edit(edits)
	}
	if !edits.Edited() {
		return e.frame.Raw
	}
	e.stream.report.Changed = true
	return e.frame.With(e.frame.Event, edits.String())
}

// first reports whether no other event of its choices waits before it.
func (e *event) first() bool {
	for _, p := range e.parts {
		if p.choice.queue[0] != p {
			return false
		}
	}
	return true
}

// dropped reports whether nothing is left of an event that had only text.
func (e *event) dropped() bool {
	if len(e.parts) != 1 || e.usage.Exists() && e.usage.Type != jsonedit.Null {
		return false
	}
	p := e.parts[0]
	emptied := p.newContent != nil && *p.newContent == "" || p.newReasoning != nil && *p.newReasoning == ""
	keepsText := p.newContent == nil && p.message.text() != "" || p.newContent != nil && *p.newContent != ""
	keepsThought := p.newReasoning == nil && p.message.thought() != "" || p.newReasoning != nil && *p.newReasoning != ""
	return emptied && !keepsText && !keepsThought && len(p.calls) == 0 && !p.finishes() && !p.startsMessage()
}

// startsMessage reports whether the part names the role.
func (p *part) startsMessage() bool { return p.message.object.Member("role").Exists() }

// finishes reports whether the part still has a finish_reason.
func (p *part) finishes() bool {
	if p.newReason != "" {
		return p.newReason != "null"
	}
	return p.reason.Exists() && p.reason.Type != jsonedit.Null
}

// edit makes the changes.
func (p *part) edit(edits *jsonedit.Text) {
	if p.newContent != nil {
		for i, text := range p.message.texts {
			if i == 0 {
				edits.SetString(text, *p.newContent)
			} else {
				edits.Set(text, `""`)
			}
		}
	}
	if p.newReasoning != nil {
		p.message.setThought(edits, *p.newReasoning)
	}
	if p.newReason != "" && p.newReason != p.reason.Raw {
		edits.Put(p.node, "finish_reason", p.reason, p.newReason)
	}
	for _, c := range p.calls {
		c.edit(edits)
	}
}

func (c *callPart) edit(edits *jsonedit.Text) {
	if c.newIndex != "" {
		edits.Put(c.node.object, "index", c.node.index, c.newIndex)
	}
	if c.newID != "" {
		edits.Put(c.node.object, "id", c.node.id, c.newID)
	}
	switch {
	case c.newName != "":
		edits.SetString(c.node.name, c.newName)
	case c.dropName && (c.newArguments == nil || c.node.arguments.Exists()):
		edits.Delete(c.node.function, "name")
	case c.dropName:
		edits.Set(c.node.name, "null")
	}
	if c.newArguments != nil {
		c.node.setArguments(edits, *c.newArguments)
	}
}

// canLeave reports whether nothing of the part can change any more.
func (p *part) canLeave() bool {
	c := p.choice
	if c.ended {
		return true
	}
	if p == c.finish || p.content > c.Content.Certain() || p.reasoning > c.Reasoning.Certain() {
		return false
	}
	for _, call := range p.calls {
		if !call.call.named || call.end > call.call.Certain() {
			return false
		}
	}
	return true
}

// passed notes that the part has left as it came.
func (p *part) passed() {
	if p.choice.ended {
		return
	}
	p.choice.Content.Pass(p.content)
	p.choice.Reasoning.Pass(p.reasoning)
	for _, c := range p.calls {
		c.call.Pass(c.end)
	}
}
