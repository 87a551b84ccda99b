package anthropic

import (
	"strings"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// FixBody fixes a response that isn't streamed. If nothing was fixed, the body is the same, byte
// for byte.
func (r *Request) FixBody(f *gateway.Fixer, body string) (fixed string, report gateway.Report) {
	m := readMessage(jsonedit.Read(body).Holder("content"))
	if !r.Tools.Given() || !m.content.IsArray() {
		return body, gateway.NewReport()
	}
	whole := body
	if f.SeparatesReasoning() {
		body = r.separate(f, body, m)
		m = readMessage(jsonedit.Read(body).Holder("content"))
	}
	choice := f.NewChoice(&r.Offer, m.object.Member("model").Str)
	m.fill(choice)
	fix := choice.Finish(gateway.FinishReason(m.reason.Str))
	if !canCall(fix.Added) {
		fix = fix.Refused()
	}
	edits := jsonedit.New(body)
	m.write(edits, fix)
	if reason := choice.EndWord(fix, m.reason.Str, calledReason, isInput); reason != m.reason.Str {
		edits.Put(m.object, "stop_reason", m.reason, jsonedit.Quote(reason))
	}
	fix.Changed = edits.Edited() || body != whole
	return edits.String(), fix.Report
}

// A wholeMessage is where the parts of a message are in the JSON.
type wholeMessage struct {
	object, content, reason jsonedit.Value
	blocks                  []blockNode
	signed                  bool // a thought is
}

func readMessage(object jsonedit.Value) *wholeMessage {
	m := &wholeMessage{object: object, content: object.Member("content"), reason: object.Member("stop_reason")}
	for item := range m.content.Items() {
		b := readBlock(item)
		m.signed = m.signed || b.signature != ""
		m.blocks = append(m.blocks, b)
	}
	return m
}

// fill gives a choice what the message holds.
func (m *wholeMessage) fill(choice *gateway.Choice) {
	m.fillText(&choice.Content, textKind)
	m.fillText(&choice.Reasoning, thinkingKind)
	for i := range m.blocks {
		b := &m.blocks[i]
		if interrupt(choice, b.kind); b.kind != toolKind {
			continue
		}
		call := choice.Begin(b.id.Str, b.name.Str)
		call.Whole(jsonedit.Spelled(b.input))
		if b.again = choice.DropTwin(call); !b.again && !hasID(b.id) {
			choice.Reworked++
		}
	}
}

func (m *wholeMessage) fillText(t *gateway.Text, k kind) {
	var all []string
	length := 0
	for _, b := range m.blocks {
		if b.kind == k {
			if len(all) > 0 {
				t.Split(length)
			}
			all = append(all, b.text.Str)
			length += len(b.text.Str)
		}
	}
	t.Whole(strings.Join(all, ""))
}

// write makes the changes.
func (m *wholeMessage) write(edits *jsonedit.Text, fix *gateway.Fix) {
	gone := make([]bool, len(m.blocks))
	m.writeText(edits, textKind, fix.Content, fix.ContentEnds, gone)
	if !m.signed {
		m.writeText(edits, thinkingKind, fix.Reasoning, fix.ReasoningEnds, gone)
	}
	calls := 0
	for i, b := range m.blocks {
		switch {
		case b.again:
			gone[i] = true
		case b.kind == toolKind:
			b.writeCall(edits, fix.Arguments, calls)
			calls++
		}
	}
	added := make([]string, len(fix.Added))
	for i, call := range fix.Added {
		added[i] = toolUse(call, validUTF8(call.Arguments))
	}
	edits.Replace(m.content, func(i int) bool { return gone[i] }, strings.Join(added, ","))
}

// writeText gives the blocks of a kind another text. One of which nothing is left is gone.
func (m *wholeMessage) writeText(edits *jsonedit.Text, k kind, text *string, ends []int, gone []bool) {
	if text == nil {
		return
	}
	start, part := 0, 0
	for i, b := range m.blocks {
		if b.kind != k {
			continue
		}
		own := (*text)[start:ends[part]]
		start = ends[part]
		part++
		switch {
		case own == b.text.Str:
		case own == "":
			gone[i] = true
		case b.text.Exists():
			edits.SetString(b.text, own)
		}
	}
}

// writeCall writes what became of a call of the upstream: its input as an object, and an id.
func (b *blockNode) writeCall(edits *jsonedit.Text, arguments map[int]string, i int) {
	input, fixed := arguments[i]
	if !fixed {
		input = jsonedit.Spelled(b.input)
	}
	if fixed || b.input.Type == jsonedit.String && isInput(input) {
		edits.Put(b.object, "input", b.input, validUTF8(input))
	}
	if !hasID(b.id) {
		edits.Put(b.object, "id", b.id, jsonedit.Quote(newID()))
	}
}

// validUTF8 is a text with U+FFFD for each byte that is no UTF-8, as in a JSON string that is made.
func validUTF8(text string) string { return string([]rune(text)) }

// separate makes a block of the thought at the start of the message, if that is a text.
func (r *Request) separate(f *gateway.Fixer, body string, m *wholeMessage) string {
	if len(m.blocks) == 0 || m.blocks[0].kind != textKind {
		return body
	}
	b := &m.blocks[0]
	thought, rest, ok := f.SplitThought(&r.Offer, m.object.Member("model").Str, b.text.Str)
	if !ok {
		return body
	}
	var blocks []string
	if thought != "" {
		blocks = append(blocks, thinking(thought))
	}
	if rest != "" {
		own := jsonedit.New(b.object.Raw)
		own.SetString(jsonedit.Read(b.object.Raw).Member("text"), rest)
		blocks = append(blocks, own.String())
	}
	edits := jsonedit.New(body)
	if len(blocks) > 0 {
		edits.Set(b.object, strings.Join(blocks, ","))
	} else {
		edits.Replace(m.content, func(i int) bool { return i == 0 }, "")
	}
	return edits.String()
}
