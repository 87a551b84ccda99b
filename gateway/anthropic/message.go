package anthropic

import (
	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// A message is the message of a streamed response.
type message struct {
	*gateway.Choice
	stream *Stream
	queue  []*event         // what waits
	blocks map[int64]*block // by the upstream's index, which may be used again
	order  []*block
	sent   int          // blocks whose start has left
	parts  map[kind]int // how many blocks of a kind there are
	usage  string       // of the last message_delta, JSON; empty: unknown
	ended  bool
	free   bool // the fix was given up: nothing waits but the stop_reason

	finish *event // the message_delta that has the stop_reason, as far as is known
	reason string // the stop_reason
	added  []gateway.AddedCall
	made   bool // they have left
}

// A block is a content block of a streamed message.
type block struct {
	kind    kind
	part    int           // of its text
	text    *gateway.Text // that it is a part of; nil: none
	call    *gateway.Call // nil: none
	begins  *event        // its start
	first   *event        // the first event that has text, or the stop
	joiner  jsonedit.Joiner
	index   int  // for the client, once its start has left
	left    bool // its start has
	closed  bool // its stop has come
	speaks  bool // it has text
	signed  bool
	gone    bool // nothing is left of it
	inputs  bool // deltas have the input of the call, not the start
	changed bool // the input isn't what came
	rest    string
}

// take takes the next event, and queues it.
func (m *message) take(e *event) {
	m.queue = append(m.queue, e)
	switch e.kind {
	case pingEvent:
		m.mark(e)
	case deltaEvent:
		m.takeReason(e)
	default:
		m.reopen()
		m.takeBlock(e)
	}
	if !m.ended {
		m.LimitText()
	}
}

// awaitsText reports whether nothing waits but the start of a block, for its first text.
func (m *message) awaitsText() bool {
	return len(m.queue) == 1 && m.queue[0].kind == blockStartEvent
}

// takeBlock takes an event of a block.
func (m *message) takeBlock(e *event) {
	e.index = e.root.Member("index")
	if e.kind == blockStartEvent {
		m.begin(e)
	} else {
		e.block = m.blockOf(e.index)
	}
	b := e.block
	if b == nil {
		m.mark(e)
		return
	}
	switch e.kind {
	case blockStartEvent:
		m.takeText(e, e.node.text)
		b.signed = e.node.signature != ""
	case blockDeltaEvent:
		m.takeDelta(e)
	case blockStopEvent:
		m.close(b)
		m.mark(e)
		if b.first == nil {
			b.first = e
		}
	}
	if b.call != nil {
		b.joiner.Mark(&e.input, b.call.Len())
	}
}

// begin begins a block.
func (m *message) begin(e *event) {
	e.node = readBlock(e.root.Member("content_block"))
	if m.ended {
		e.node = blockNode{kind: redactedKind} // it is of no interest any more
	}
	b := &block{kind: e.node.kind, begins: e, text: textOf(m.Choice, e.node.kind)}
	e.block = b
	interrupt(m.Choice, b.kind)
	if b.kind == toolKind {
		if !hasID(e.node.id) {
			e.newID = newID()
		}
		if jsonText(e.node.input) == "" {
			e.newInput = "{}"
		}
		b.call = m.Begin(e.node.id.Str, e.node.name.Str)
	}
	b.part = m.parts[b.kind]
	m.parts[b.kind]++
	if b.text != nil && b.part > 0 {
		b.text.Split(b.text.Len())
	}
	index := int64(len(m.order))
	if e.index.Type == jsonedit.Number {
		index = e.index.Int()
	}
	m.blocks[index] = b
	m.order = append(m.order, b)
}

// blockOf is the open block with the upstream's index; nil if there is none. Without an index it is the
// last one.
func (m *message) blockOf(index jsonedit.Value) (b *block) {
	if index.Type == jsonedit.Number {
		b = m.blocks[index.Int()]
	} else if len(m.order) > 0 {
		b = m.order[len(m.order)-1]
	}
	if b == nil || b.closed {
		return nil
	}
	return b
}

// takeDelta takes what is added to a block.
func (m *message) takeDelta(e *event) {
	b, delta := e.block, e.root.Member("delta")
	if m.ended {
		return
	}
	if kind := delta.Member("type").Str; kind == "signature_delta" {
		b.signed = b.signed || delta.Member("signature").Str != ""
	} else if names := deltaNames[b.kind]; kind == names.kind && b.call != nil {
		m.takeInput(e, delta.Member(names.text))
	} else if kind == names.kind && b.text != nil && b.part == m.parts[b.kind]-1 { // a text has one end
		m.takeText(e, stringOf(delta, names.text))
		return
	}
	m.mark(e)
}

// takeText takes a part of a text, if the event has one.
func (m *message) takeText(e *event, text jsonedit.Value) {
	b := e.block
	if text.Exists() && text.Raw != `""` {
		e.text, b.speaks = text, true
		if b.first == nil {
			b.first = e
		}
		b.text.Feed(b.joiner.Join(text))
	}
	m.mark(e)
}

// takeInput takes a part of the input of a call.
func (m *message) takeInput(e *event, partial jsonedit.Value) {
	b := e.block
	piece := jsonText(partial)
	switch partial.Type {
	case jsonedit.String:
		piece = b.joiner.Join(partial)
	case jsonedit.Object, jsonedit.Array: // an object where a string belongs
		e.newPartial = &piece
	}
	if added := b.call.Added(piece); added != piece {
		piece = added
		e.newPartial = &piece
	}
	e.partial = partial
	b.inputs = b.inputs || piece != ""
	b.call.Feed(piece)
}

// mark notes how far the texts have come with an event.
func (m *message) mark(e *event) {
	e.content, e.reasoning = m.Content.Len(), m.Reasoning.Len()
	if b := e.block; b != nil && b.text != nil {
		end := &e.content
		if b.kind == thinkingKind {
			end = &e.reasoning
		}
		b.joiner.Mark(end, *end)
	}
}

// close ends a block.
func (m *message) close(b *block) {
	b.closed = true
	switch {
	case m.ended:
	case b.text != nil:
		b.joiner.Finish(b.text)
	case b.call != nil:
		b.joiner.Finish(b.call)
		if !b.inputs { // all of the input is in the start
			input := jsonText(b.begins.node.input)
			if input == "" {
				input = "{}"
			}
			b.call.Feed(input)
			if b.begins.node.hasInput() {
				b.begins.input = b.call.Len()
				if b.begins.node.input.Type == jsonedit.String && isInput(input) {
					b.begins.newInput = validUTF8(input)
				}
			}
		}
		b.call.Close()
	}
}

// takeReason sees to it that the last message_delta has the stop_reason, and no other one: the last
// one that the upstream sent or, if nothing but others follow it, the first.
func (m *message) takeReason(e *event) {
	delta := e.root.Member("delta")
	e.delta, e.reason = delta, delta.Member("stop_reason")
	m.mark(e)
	if usage := e.root.Member("usage"); usage.IsObject() {
		m.usage = usage.Raw
	}
	if m.ended || !delta.IsObject() {
		return
	}
	if m.finish == nil {
		if e.reason.Str != "" {
			m.finish, m.reason = e, e.reason.Str
		}
		return
	}
	e.sequence = m.finish.sequence
	if own := m.finish.delta.Member("stop_sequence"); own.Type == jsonedit.String {
		e.sequence = own.Raw
	}
	m.finish.newReason = "null"
	m.finish = e
	e.newReason = jsonedit.Quote(m.reason)
}

// reopen notes that the message goes on behind its stop_reason: that wasn't the last one.
func (m *message) reopen() {
	if m.finish != nil && !m.ended {
		m.finish.newReason = "null"
		m.finish = nil
	}
}

// advance sends the events that can leave.
func (m *message) advance() {
	for len(m.queue) > 0 && m.queue[0].canLeave() {
		e := m.queue[0]
		m.queue[0] = nil
		m.queue = m.queue[1:]
		m.stream.held -= len(e.frame.Raw)
		if m.ended && e == m.finish {
			m.insert()
		}
		e.send()
	}
}
