package openai

import (
	"slices"
	"strconv"

	"github.com/toolparser/toolparser/gateway/internal/flow"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/gateway/internal/sse"
)

// An event is a chunk of the response.
type event struct {
	frame   sse.Frame
	choices jsonedit.Value // the array
	usage   jsonedit.Value
	parts   []*part
	one     [1]*part // the memory of parts, if there is one
	before  []string // items of choices that were made, which leave first
}

// read finds what is to be read of a chunk, and what else it says: the model that is served, and an error's detail.
func (e *event) read(root jsonedit.Value) (served string, detail jsonedit.Value) {
	for key, value := range root.Members() {
		switch key.Str {
		case "choices":
			e.choices = value
		case "usage":
			e.usage = value
		case "model":
			served = value.Str
		case "detail":
			detail = value
		}
	}
	return served, detail
}

// A part is what an event says about one choice, and what is to become of it.
type part struct {
	event   *event
	choice  *choice
	node    jsonedit.Value
	message message
	calls   []*callPart
	reason  jsonedit.Value // finish_reason
	whole   jsonedit.Value // the key of a whole message in place of a delta

	text, thought      string // what it says
	separated          bool   // the message has the thought in its text
	rest               string // then, JSON of the text without it
	content, reasoning int    // bytes of the choice's texts up to here

	newContent, newReasoning *string
	newReason                string // JSON; empty: it stays
}

// newPart is the next part of an event, and the index of its choice.
func newPart(e *event, node jsonedit.Value) (p *part, index int64) {
	p, index = &part{event: e, node: node}, int64(len(e.parts))
	var delta, message jsonedit.Value
	for key, value := range node.Members() {
		switch key.Str {
		case "index":
			if value.Type == jsonedit.Number {
				index = value.Int()
			}
		case "delta":
			delta = value
		case "message":
			message, p.whole = value, key
		case "finish_reason":
			p.reason = value
		}
	}
	if delta.Exists() {
		p.whole = jsonedit.Value{}
	} else { // some servers send a whole message
		delta = message
	}
	p.message.read(delta)
	return p, index
}

// A callPart is what an event says about one call.
type callPart struct {
	node *callNode
	call *call
	end  int // bytes of the call's arguments up to here

	newID        string // JSON; empty: it stays
	newName      string
	dropName     bool
	dropID       bool
	repeats      bool // it has all of the arguments once more
	newArguments *string
}

// edits are what is to be changed.
func (e *event) edits() *jsonedit.Text {
	edits := jsonedit.New(e.frame.Data)
	for _, p := range e.parts {
		p.edit(edits)
	}
	return edits
}

// with is the event's JSON with one item of choices, which is made.
func (e *event) with(choice string) string {
	edits := jsonedit.New(e.frame.Data)
	edits.Set(e.choices, "["+choice+"]")
	if e.usage.Exists() && e.usage.Type != jsonedit.Null {
		edits.Set(e.usage, "null")
	}
	return edits.String()
}

// emptied is the event's JSON without the texts, the calls and the reasons.
func (e *event) emptied() string {
	edits := jsonedit.New(e.frame.Data)
	for _, p := range e.parts {
		delta := `{"content":""}`
		if role := p.message.object.Member("role"); role.Exists() {
			delta = `{"role":` + role.Raw + `,"content":""}`
		}
		if p.message.object.Exists() {
			edits.Set(p.message.object, delta)
		}
		if p.whole.Exists() {
			edits.Set(p.whole, `"delta"`)
		}
		if p.finishes() {
			edits.Set(p.reason, "null")
		}
	}
	return edits.String()
}

// dropped reports whether nothing is left of an event that had only text.
func (e *event) dropped() bool {
	if len(e.parts) != 1 || e.usage.Exists() && e.usage.Type != jsonedit.Null {
		return false
	}
	p := e.parts[0]
	emptied := len(p.calls) > 0 || p.newContent != nil && *p.newContent == "" || p.newReasoning != nil && *p.newReasoning == ""
	keepsText := p.newContent == nil && p.text != "" || p.newContent != nil && *p.newContent != ""
	keepsThought := p.newReasoning == nil && p.thought != "" || p.newReasoning != nil && *p.newReasoning != ""
	return emptied && !keepsText && !keepsThought && !p.saysCall() && !p.finishes() && !p.startsMessage()
}

// startsMessage reports whether the part names the role.
func (p *part) startsMessage() bool { return p.message.object.Member("role").Exists() }

// says reports whether the part has more than the role.
func (p *part) says() bool {
	return p.message.text() != "" || p.message.thought() != "" || len(p.calls) > 0 || p.finishes()
}

// finishes reports whether the part still has a finish_reason.
func (p *part) finishes() bool {
	if p.newReason != "" {
		return p.newReason != "null"
	}
	return p.reason.Exists() && p.reason.Type != jsonedit.Null
}

// edit makes the changes.
func (p *part) edit(edits *jsonedit.Text) {
	p.editTexts(edits)
	if p.whole.Exists() && (p.newContent != nil || p.newReasoning != nil || p.newReason != "" || len(p.calls) > 0) {
		edits.Set(p.whole, `"delta"`) // a client would take it for all there is, and calls come in deltas
	}
	if p.newReason != "" && p.newReason != p.reason.Raw {
		edits.Put(p.node, "finish_reason", p.reason, p.newReason)
	}
	var again []int
	for _, c := range p.calls {
		if c.call.again {
			again = append(again, c.node.at)
		} else {
			c.edit(edits)
		}
	}
	if again != nil {
		edits.Replace(p.message.toolCalls, func(i int) bool { return slices.Contains(again, i) }, "")
	}
}

// editTexts gives the message its texts, if they are others.
func (p *part) editTexts(edits *jsonedit.Text) {
	thought := p.thought
	if p.newReasoning != nil {
		thought = *p.newReasoning
	}
	switch {
	case p.separated && p.newContent == nil:
		p.message.separate(edits, thought, p.rest)
	case p.separated:
		p.message.separate(edits, thought, jsonedit.Quote(*p.newContent))
	case p.newContent != nil:
		for i, text := range p.message.texts {
			if i == 0 {
				edits.SetString(text, *p.newContent)
			} else {
				edits.Set(text, `""`)
			}
		}
	}
	if p.newReasoning != nil && !p.separated {
		p.message.setThought(edits, thought)
	}
}

// otherIndex reports whether the client knows the call by another index.
func (c *callPart) otherIndex() bool {
	index := c.node.index
	return c.node.object.Exists() && (index.Type != jsonedit.Number || index.Int() != c.call.index)
}

// saysCall reports whether the client gets anything of a call.
func (p *part) saysCall() bool {
	return slices.ContainsFunc(p.calls, func(c *callPart) bool { return !c.call.again })
}

func (c *callPart) edit(edits *jsonedit.Text) {
	if c.otherIndex() {
		edits.Put(c.node.object, "index", c.node.index, strconv.FormatInt(c.call.index, 10))
	}
	if c.newID != "" {
		edits.Put(c.node.object, "id", c.node.id, c.newID)
	}
	if c.dropID {
		edits.Delete(c.node.object, "id")
	}
	switch {
	case c.newName != "" && !c.node.name.Exists() && c.node.function.IsObject():
		edits.Add(c.node.function, "name", jsonedit.Quote(c.newName))
	case c.newName != "" && !c.node.name.Exists():
		edits.Put(c.node.object, "function", c.node.function, `{"name":`+jsonedit.Quote(c.newName)+`,"arguments":""}`)
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

// Line implements flow.Part.
func (p *part) Line() *flow.Line[*part] { return &p.choice.line }

// CanLeave implements flow.Part.
func (p *part) CanLeave() bool {
	c := p.choice
	if c.ended {
		return true
	}
	if p == c.finish || p.content > c.core.Content.Certain() || p.reasoning > c.core.Reasoning.Certain() {
		return false
	}
	for _, call := range p.calls {
		if !call.call.named || call.call.Twin != nil && c.core.Fault() == nil || call.end > call.call.Certain() {
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
	p.choice.core.Content.Pass(p.content)
	p.choice.core.Reasoning.Pass(p.reasoning)
	for _, c := range p.calls {
		c.call.Pass(c.end)
	}
}
