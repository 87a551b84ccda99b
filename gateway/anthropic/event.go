package anthropic

import (
	"cmp"
	"strconv"

	"github.com/toolparser/toolparser/gateway/internal/flow"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/gateway/internal/sse"
)

// The types of events.
const (
	startEvent      = "message_start"
	blockStartEvent = "content_block_start"
	blockDeltaEvent = "content_block_delta"
	blockStopEvent  = "content_block_stop"
	deltaEvent      = "message_delta"
	stopEvent       = "message_stop"
	pingEvent       = "ping"
)

// An event is about a block or, if it is a message_delta, about the message; and what is to
// become of it.
type event struct {
	message *message
	frame   sse.Frame
	root    jsonedit.Value
	kind    string
	block   *block // nil: none that is known
	index   jsonedit.Value

	node    blockNode      // of a content_block_start
	text    jsonedit.Value // that it adds to the block's
	partial jsonedit.Value // that it adds to the input
	delta   jsonedit.Value // of a message_delta
	reason  jsonedit.Value // stop_reason

	content, reasoning, input int // bytes of the texts and of the call's input up to here

	thought   string // that it adds to the thought at the start of the text
	separated bool   // it has something of the thought, or of its markers
	rest      string // then, JSON of the text without it

	to change
}

// A change is what an event becomes.
type change struct {
	text, partial    *string
	input            string // JSON; empty: it stays
	id               string
	reason, sequence string // JSON; empty: they stay
}

// Line implements flow.Part.
func (e *event) Line() *flow.Line[*event] { return &e.message.line }

// CanLeave implements flow.Part.
func (e *event) CanLeave() bool {
	m, b := e.message, e.block
	switch {
	case m.ended, m.free && e != m.finish:
		return true
	case e.content > m.core.Content.Certain() || e.reasoning > m.core.Reasoning.Certain():
		return false
	case e.kind == deltaEvent:
		return e != m.finish
	case b == nil:
		return true
	case b.text != nil && e == b.begins: // a block may go, if all of its text is a call
		return b.first == e || b.separated || b.first != nil && b.first.CanLeave()
	case b.call == nil:
		return true
	case b.call.Twin != nil && m.core.Fault() == nil: // it may go
		return false
	case e == b.begins && !b.inputs && e.node.hasInput(), e.kind == blockStopEvent:
		return b.call.Sound() && e.input <= b.call.Certain()
	default:
		return e.input <= b.call.Certain()
	}
}

// dropped reports whether the event only had what is gone.
func (e *event) dropped() bool {
	if e.block != nil && e.block.gone {
		return true
	}
	if e.kind != blockDeltaEvent {
		return e.kind == blockStopEvent && e.block == nil // it is the second one
	}
	return e.to.text != nil && *e.to.text == "" || e.to.partial != nil && *e.to.partial == ""
}

// textNode is where the event has a text.
func (e *event) textNode() jsonedit.Value {
	if e.kind == blockStartEvent {
		return e.node.text
	}
	return stringOf(e.root.Member("delta"), deltaNames[textKind].text)
}

// edit makes the changes.
func (e *event) edit(edits *jsonedit.Text) {
	if b := e.block; b != nil && (e.index.Type != jsonedit.Number || e.index.Int() != int64(b.index)) {
		edits.Put(e.root, "index", e.index, strconv.Itoa(b.index))
	}
	switch {
	case e.to.text != nil:
		edits.SetString(e.text, *e.to.text)
	case e.separated:
		if text := e.textNode(); text.Exists() && text.Raw != `""` {
			edits.Set(text, cmp.Or(e.rest, `""`)) // nothing of what waited is left
		}
	}
	if e.to.partial != nil {
		edits.SetString(e.partial, *e.to.partial)
	}
	if e.to.id != "" {
		edits.Put(e.node.object, "id", e.node.id, jsonedit.Quote(e.to.id))
	}
	if e.to.input != "" {
		edits.Put(e.node.object, "input", e.node.input, e.to.input)
	}
	if e.to.reason != "" && e.to.reason != e.reason.Raw && e.delta.IsObject() {
		edits.Put(e.delta, "stop_reason", e.reason, e.to.reason)
	}
	if own := e.delta.Member("stop_sequence"); e.to.sequence != "" && own.Type != jsonedit.String {
		edits.Put(e.delta, "stop_sequence", own, e.to.sequence)
	}
}
