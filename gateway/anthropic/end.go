package anthropic

import (
	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// end ends the message: what waits is changed where something was fixed. Calls that were found in
// text wait for the last message_delta.
func (m *message) end() gateway.Report {
	signed := false
	for _, b := range m.order {
		signed = signed || b.signed
		if !b.closed {
			m.close(b)
			b.closed = false
		}
	}
	fix := m.core.Finish(gateway.FinishReason(m.reason))
	if !canCall(fix.Added) {
		fix = fix.Refused()
	}
	m.writeText(&m.core.Content, fix.Content, fix.ContentEnds)
	if !signed {
		m.writeText(&m.core.Reasoning, fix.Reasoning, fix.ReasoningEnds)
	}
	m.writeInputs(fix.Arguments)
	m.added = fix.Added
	if reason := m.core.EndWord(fix, m.reason, calledReason, isInput); reason != m.reason {
		m.reason = reason
		if m.finish != nil {
			m.finish.to.reason = jsonedit.Quote(reason)
		}
	}
	m.ended = true
	return fix.Report
}

// writeText gives the events that wait what is left of a text: of each block, the first one has all of it.
func (m *message) writeText(t *gateway.Text, text *string, ends []int) {
	if text == nil {
		return
	}
	start := 0
	for _, b := range m.order {
		if b.text != t {
			continue
		}
		end := ends[b.part]
		b.rest = (*text)[max(start, min(t.Passed(), end)):end]
		b.gone = start == end && b.speaks && !b.left
		start = end
	}
	for e := range m.line.Waiting() {
		if e.text.Exists() && e.block.text == t {
			own := e.block.rest
			e.to.text, e.block.rest = &own, ""
		}
		if e.thought != "" && t == &m.core.Reasoning {
			e.thought, m.thought.rest = m.thought.rest, ""
		}
	}
}

// writeInputs gives calls another input: the first of the deltas that wait has what is left of
// it. Without one, a delta is made before the end of the block.
func (m *message) writeInputs(arguments map[int]string) {
	calls := 0
	for _, b := range m.order {
		if b.call == nil {
			continue
		}
		input, changed := arguments[calls]
		calls++
		switch {
		case !b.inputs && b.begins.node.hasInput(): // it is in the start
			if changed {
				b.begins.to.input = validUTF8(input)
			}
		case changed:
			b.rest, b.changed = input[b.call.Passed():], true
		}
	}
	for e := range m.line.Waiting() {
		if b := e.block; e.partial.Exists() && b.changed {
			own := b.rest
			e.to.partial, b.rest = &own, ""
		}
	}
}
