package anthropic

import (
	"strconv"

	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/gateway/internal/sse"
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

	newText, newPartial *string
	newInput            string // JSON; empty: it stays
	newID               string
	newReason, sequence string // JSON; empty: they stay
}

// canLeave reports whether nothing of the event can change any more.
func (e *event) canLeave() bool {
	m, b := e.message, e.block
	switch {
	case m.ended, m.free && e != m.finish:
		return true
	case e.content > m.Content.Certain() || e.reasoning > m.Reasoning.Certain():
		return false
	case e.kind == deltaEvent:
		return e != m.finish
	case b == nil:
		return true
	case b.text != nil && e == b.begins: // a block may go, if all of its text is a call
		return b.first == e || b.first != nil && b.first.canLeave()
	case b.call == nil:
		return true
	case e == b.begins && !b.inputs && e.node.hasInput(), e.kind == blockStopEvent:
		return b.call.Sound() && e.input <= b.call.Certain()
	default:
		return e.input <= b.call.Certain()
	}
}

// send sends the event, unless nothing is left of it.
func (e *event) send() {
	m, b := e.message, e.block
	m.stream.pipe.Last = e.frame
	if e.dropped() {
		m.stream.report.Changed = true
		return
	}
	if b != nil && e == b.begins {
		b.index, b.left = m.sent, true
		m.sent++
	}
	if b != nil && e.kind == blockStopEvent {
		m.makeRest(b)
	}
	edits := jsonedit.New(e.frame.Data)
	e.edit(edits)
	if edits.Edited() {
		m.stream.pipe.Send(e.frame.With(e.kind, edits.String()))
		m.stream.report.Changed = true
	} else {
		m.stream.pass(e.frame, e.kind)
	}
	if !m.ended {
		m.Content.Pass(e.content)
		m.Reasoning.Pass(e.reasoning)
		if b != nil && b.call != nil {
			b.call.Pass(e.input)
		}
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
	return e.newText != nil && *e.newText == "" || e.newPartial != nil && *e.newPartial == ""
}

// edit makes the changes.
func (e *event) edit(edits *jsonedit.Text) {
	if b := e.block; b != nil && (e.index.Type != jsonedit.Number || e.index.Int() != int64(b.index)) {
		edits.Put(e.root, "index", e.index, strconv.Itoa(b.index))
	}
	if e.newText != nil {
		edits.SetString(e.text, *e.newText)
	}
	if e.newPartial != nil {
		edits.SetString(e.partial, *e.newPartial)
	}
	if e.newID != "" {
		edits.Put(e.node.object, "id", e.node.id, jsonedit.Quote(e.newID))
	}
	if e.newInput != "" {
		edits.Put(e.node.object, "input", e.node.input, e.newInput)
	}
	if e.newReason != "" && e.newReason != e.reason.Raw && e.delta.IsObject() {
		edits.Put(e.delta, "stop_reason", e.reason, e.newReason)
	}
	if own := e.delta.Member("stop_sequence"); e.sequence != "" && own.Type != jsonedit.String {
		edits.Put(e.delta, "stop_sequence", own, e.sequence)
	}
}
