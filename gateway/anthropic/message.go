package anthropic

import (
	"errors"
	"slices"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/flow"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// A message is the message of a streamed response.
type message struct {
	core   *gateway.Choice
	line   flow.Line[*event]
	blocks map[int64]*block // by the upstream's index, which may be used again
	order  []*block
	begun  int    // blocks that the upstream has started
	last   *block // of them
	// thought is the block of the thought at the start of the text, which the upstream doesn't begin; nil until one is found.
	thought *block
	sent    int          // blocks whose start has left
	parts   map[kind]int // how many blocks of a kind there are
	usage   string       // of the last message_delta, JSON; empty: unknown
	ended   bool
	free    bool // the fix was given up: nothing waits but the stop_reason

	finish *event // the message_delta that has the stop_reason, as far as is known
	reason string // the stop_reason
	added  []gateway.AddedCall
	made   bool // they have left
}

// A block is a content block of a streamed message.
type block struct {
	kind      kind
	part      int           // of its text
	text      *gateway.Text // that it is a part of; nil: none
	call      *gateway.Call // nil: none
	begins    *event        // its start
	first     *event        // the first event that has text, or the stop
	joiner    jsonedit.Joiner
	index     int  // for the client, once its start has left
	left      bool // its start has
	closed    bool // its stop has come
	speaks    bool // it has text
	signed    bool
	gone      bool // nothing is left of it
	inputs    bool // deltas have the input of the call, not the start
	changed   bool // the input isn't what came
	separated bool // it began with a thought
	rest      string
}

// errClosed is why a message isn't fixed of which a block goes on behind its end: clients add that to the block.
var errClosed = errors.New("a block that goes on after its end")

// take takes the next event, and queues it.
func (m *message) take(e *event) {
	switch e.kind {
	case pingEvent:
		m.mark(e)
	case deltaEvent:
		m.leaveText(e)
		m.takeReason(e)
	default:
		m.reopen()
		m.takeBlock(e)
	}
	if !m.ended {
		m.core.LimitText()
	}
}

// awaitsText reports whether nothing waits but the start of a block, for its first text.
func (m *message) awaitsText() bool {
	n := 0
	for e := range m.line.Waiting() {
		if n++; n > 1 || e.kind != blockStartEvent {
			return false
		}
	}
	return n == 1
}

// leaveText notes that an event isn't a chunk of the first text: a thought at its start has ended.
func (m *message) leaveText(e *event) {
	if m.ended || !m.core.Content.Thinking() {
		return
	}
	if !m.core.Content.Separated() {
		if e.block == nil || e.kind != blockDeltaEvent || e.block != m.order[0] {
			m.core.Content.Plain()
		}
		return
	}
	e.thought = m.endThought()
	m.think(e.thought)
}

// endThought ends the thought, and returns what waits of it. What waits of the text has no event of the upstream.
func (m *message) endThought() string {
	if !m.core.Content.Separated() || !m.core.Content.Thinking() {
		return ""
	}
	b := m.order[1] // behind the thought
	thought, rest := m.core.Content.Separate(b.joiner.Left())
	last, more := m.core.Content.EndThought()
	b.rest = rest + more
	b.speaks = b.rest != ""
	return thought + last
}

// think takes the next piece of the thought.
func (m *message) think(text string) {
	m.core.Reasoning.Feed(text)
	m.thought.speaks = m.thought.speaks || text != ""
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
		if e.kind == blockDeltaEvent && m.begun > 0 && !m.ended {
			m.core.Abandon(errClosed)
			e.block = m.blocks[e.index.Int()] // clients know it by another index, perhaps
		}
		m.leaveText(e)
		m.mark(e)
		return
	}
	switch e.kind {
	case blockStartEvent:
		if b.text != &m.core.Content {
			m.leaveText(e)
		}
		m.takeText(e, e.node.text)
		b.signed = e.node.signature != ""
	case blockDeltaEvent:
		m.takeDelta(e)
	case blockStopEvent:
		m.leaveText(e)
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
	b := &block{kind: e.node.kind, begins: e, text: textOf(m.core, e.node.kind)}
	e.block = b
	interrupt(m.core, b.kind)
	if b.kind == toolKind {
		if !hasID(e.node.id) {
			e.to.id = newID()
			m.core.Reworked++
		}
		if jsonedit.Spelled(e.node.input) == "" {
			e.to.input = "{}"
		}
		b.call = m.core.Begin(e.node.id.Str, e.node.name.Str)
	}
	b.part = m.parts[b.kind]
	m.parts[b.kind]++
	if b.text != nil && b.part > 0 {
		b.text.Split(b.text.Len())
	}
	index := int64(m.begun)
	if e.index.Type == jsonedit.Number {
		index = e.index.Int()
	}
	m.blocks[index] = b
	m.order = append(m.order, b)
	m.begun, m.last = m.begun+1, b
	if b.text != &m.core.Content || m.begun > 1 {
		m.core.Content.Plain()
	}
}

// blockOf is the open block with the upstream's index; nil if there is none. Without an index it is the
// last one.
func (m *message) blockOf(index jsonedit.Value) (b *block) {
	if index.Type == jsonedit.Number {
		b = m.blocks[index.Int()]
	} else {
		b = m.last
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
	m.leaveText(e)
	m.mark(e)
}

// takeText takes a part of a text, if the event has one.
func (m *message) takeText(e *event, text jsonedit.Value) {
	b := e.block
	if text.Exists() && text.Raw != `""` {
		found, thinking := b.text.Separated(), b.text.Thinking()
		thought, rest := b.text.Separate(b.joiner.Join(text))
		if thinking && b.text.Separated() {
			m.separate(e, found, thought, rest)
		}
		if e.rest != `""` {
			e.text, b.speaks = text, true
			if b.first == nil {
				b.first = e
			}
		}
	}
	m.mark(e)
}

// separate takes a chunk of the first text, which adds to the thought at its start, and perhaps to the text.
func (m *message) separate(e *event, found bool, thought, rest string) {
	b := e.block
	if !found {
		b.separated, b.first, b.speaks = true, nil, false
		m.thought = &block{kind: thinkingKind, text: &m.core.Reasoning}
		m.parts[thinkingKind]++
		m.order = slices.Insert(m.order, len(m.order)-1, m.thought)
		for q := range m.line.Waiting() { // the start of the thought, and white space before it
			if q.block == b {
				q.text, q.content, q.separated = jsonedit.Value{}, 0, true
			}
		}
	}
	e.separated, e.thought, e.rest = true, thought, `""`
	m.think(thought)
	if !m.core.Content.Thinking() {
		e.rest = b.joiner.Quote(rest)
	}
}

// takeInput takes a part of the input of a call.
func (m *message) takeInput(e *event, partial jsonedit.Value) {
	b := e.block
	piece := jsonedit.Spelled(partial)
	switch partial.Type {
	case jsonedit.String:
		piece = b.joiner.Join(partial)
	case jsonedit.Object, jsonedit.Array: // an object where a string belongs
		e.to.partial = &piece
	}
	if added := b.call.Added(piece); added != piece {
		piece = added
		e.to.partial = &piece
	}
	e.partial = partial
	b.inputs = b.inputs || piece != ""
	b.call.Feed(piece)
}

// mark notes how far the texts have come with an event.
func (m *message) mark(e *event) {
	e.content, e.reasoning = m.core.Content.Len(), m.core.Reasoning.Len()
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
			input := jsonedit.Spelled(b.begins.node.input)
			if input == "" {
				input = "{}"
			}
			b.call.Feed(input)
			if b.begins.node.hasInput() {
				b.begins.input = b.call.Len()
				if b.begins.node.input.Type == jsonedit.String && isInput(input) {
					b.begins.to.input = validUTF8(input)
				}
			}
		}
		b.call.Close()
		if m.core.DropTwin(b.call) {
			b.gone, b.call = true, nil
		}
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
	e.to.sequence = m.finish.to.sequence
	if own := m.finish.delta.Member("stop_sequence"); own.Type == jsonedit.String {
		e.to.sequence = own.Raw
	}
	m.finish.to.reason = "null"
	m.finish = e
	e.to.reason = jsonedit.Quote(m.reason)
}

// reopen notes that the message goes on behind its stop_reason: that wasn't the last one.
func (m *message) reopen() {
	if m.finish != nil && !m.ended {
		m.finish.to.reason = "null"
		m.finish = nil
	}
}

// passed notes that an event has left as it came.
func (m *message) passed(e *event) {
	m.core.Content.Pass(e.content)
	m.core.Reasoning.Pass(e.reasoning)
	if e.block != nil && e.block.call != nil {
		e.block.call.Pass(e.input)
	}
}

// waitsForText reports whether an event of a block that began with a thought has nothing of its text: its start leaves with the
// first that has, and its end goes, if there is none.
func (m *message) waitsForText(e *event) bool {
	b := e.block
	if b == nil || !b.separated || b.left || e.kind == blockStopEvent && b.rest != "" {
		return false
	}
	return e == b.begins && e.rest == "" || e.kind == blockStopEvent || e.separated && !e.text.Exists()
}
