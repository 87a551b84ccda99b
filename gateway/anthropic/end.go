package anthropic

import (
	"cmp"
	"strconv"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// end ends the message: what waits is changed where something was fixed. Calls that were found in
// text wait for the last message_delta.
func (m *message) end() {
	if m.ended {
		return
	}
	signed := false
	for _, b := range m.order {
		signed = signed || b.signed
		if !b.closed {
			m.close(b)
			b.closed = false
		}
	}
	fix := m.Finish(gateway.FinishReason(m.reason))
	report := fix.Report
	if !canCall(fix.Added) {
		report, fix = fix.Refused(), &gateway.Fix{}
	}
	m.writeText(&m.Content, fix.Content, fix.ContentEnds)
	if !signed {
		m.writeText(&m.Reasoning, fix.Reasoning, fix.ReasoningEnds)
	}
	m.writeInputs(fix.Arguments)
	if m.added = fix.Added; len(m.added) > 0 {
		m.reason = calledReason(m.reason)
		if m.finish != nil {
			m.finish.newReason = jsonedit.Quote(m.reason)
		}
	}
	m.ended = true
	m.stream.report.Add(report)
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
	for _, e := range m.queue {
		if e.text.Exists() && e.block.text == t {
			own := e.block.rest
			e.newText, e.block.rest = &own, ""
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
				b.begins.newInput = validUTF8(input)
			}
		case changed:
			b.rest, b.changed = input[b.call.Passed():], true
		}
	}
	for _, e := range m.queue {
		if b := e.block; e.partial.Exists() && b.changed {
			own := b.rest
			e.newPartial, b.rest = &own, ""
		}
	}
}

// insert sends what was made: the ends of blocks that have none, and the calls that were added.
func (m *message) insert() {
	if m.made {
		return
	}
	m.made = true
	for _, b := range m.order {
		if b.left && !b.closed {
			m.makeRest(b)
			m.makeStop(b.index)
		}
	}
	for _, call := range m.added {
		index := strconv.Itoa(m.sent)
		m.stream.make(blockStartEvent, `{"type":"content_block_start","index":`+index+`,"content_block":`+toolUse(call, "{}")+`}`)
		m.makeDelta(m.sent, toolKind, call.Arguments)
		m.makeStop(m.sent)
		m.sent++
	}
}

// makeRest sends what is left of a block and has no place in an event of the upstream.
func (m *message) makeRest(b *block) {
	if b.rest != "" {
		m.makeDelta(b.index, b.kind, b.rest)
		b.rest = ""
	}
}

func (m *message) makeDelta(index int, k kind, text string) {
	names := deltaNames[k]
	m.stream.make(blockDeltaEvent, `{"type":"content_block_delta","index":`+strconv.Itoa(index)+
		`,"delta":{"type":"`+names.kind+`","`+names.text+`":`+jsonedit.Quote(text)+`}}`)
}

func (m *message) makeStop(index int) {
	m.stream.make(blockStopEvent, `{"type":"content_block_stop","index":`+strconv.Itoa(index)+`}`)
}

// complete sends what was made, and the stop_reason, if the upstream sent it too early.
func (m *message) complete() {
	m.insert()
	if m.finish != nil || m.reason == "" {
		return
	}
	usage := cmp.Or(m.usage, `{"output_tokens":0}`) // clients insist on one
	m.stream.make(deltaEvent, `{"type":"message_delta","delta":{"stop_reason":`+jsonedit.Quote(m.reason)+
		`,"stop_sequence":null},"usage":`+usage+`}`)
}
