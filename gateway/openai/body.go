package openai

import (
	"encoding/json"
	"strings"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// FixBody fixes a response that isn't streamed. If nothing was fixed, the body is the same, byte
// for byte.
func (r *Request) FixBody(f *gateway.Fixer, body string) (fixed string, report gateway.Report) {
	report = gateway.NewReport()
	if !r.Tools.Given() {
		return body, report
	}
	root := jsonedit.Read(body).Holder("choices")
	if f.SeparatesReasoning() {
		separated := r.separate(f, body, root)
		report.Changed = separated != body
		body, root = separated, jsonedit.Read(separated).Holder("choices")
	}
	edits := jsonedit.New(body)
	served := root.Member("model").Str
	n := 0
	for choice := range root.Member("choices").Items() {
		if n++; n > gateway.MaxChoices {
			break
		}
		report.Add(r.fixChoice(f.NewChoice(&r.Offer, served), edits, choice))
	}
	return edits.String(), report
}

// fixChoice edits one choice.
func (r *Request) fixChoice(choice *gateway.Choice, edits *jsonedit.Text, node jsonedit.Value) gateway.Report {
	m := readMessage(node.Member("message"))
	choice.Content.Whole(m.text())
	choice.Reasoning.Whole(m.thought())
	repeated := m.beginCalls(choice)
	finish := node.Member("finish_reason")
	fix := choice.Finish(gateway.FinishReason(finish.Str))
	if !r.hasRoom(len(fix.Added), len(m.calls)) {
		return fix.Refused().Report
	}
	if fix.Content != nil {
		m.setText(edits, *fix.Content)
	}
	if fix.Reasoning != nil {
		m.setThought(edits, *fix.Reasoning)
	}
	changed := r.writeArguments(m, edits, fix)
	fix.Changed = fix.Changed || changed || len(repeated) > 0
	if len(repeated) > 0 {
		edits.Replace(m.toolCalls, func(i int) bool { return repeated[i] }, "")
	}
	if len(fix.Added) > 0 {
		r.addCalls(m, edits, fix.Added)
	}
	if reason := choice.EndWord(fix, finish.Str, r.called(), isJSON); reason != finish.Str {
		edits.SetString(finish, reason)
		fix.Changed = true
	}
	return fix.Report
}

// beginCalls begins the calls of a choice, and leaves out those that come once more. They are returned by their place in the list.
func (m *message) beginCalls(choice *gateway.Choice) (repeated map[int]bool) {
	var calls []callNode
	for i := range m.calls {
		c := &m.calls[i]
		if !c.says() {
			continue
		}
		call := choice.Begin(c.id.Str, c.name.Str)
		if call.Whole(c.text()); choice.DropTwin(call) {
			if repeated == nil {
				repeated = map[int]bool{}
			}
			repeated[c.at] = true
			continue
		}
		calls = append(calls, *c)
		if !m.legacy && c.needsID() {
			choice.Reworked++
		}
	}
	m.calls = calls
	return repeated
}

// idPrefix begins an id of a call, as OpenAI writes them.
const idPrefix = "call_"

// writeArguments writes what became of the upstream's calls: their arguments as text, and an id for
// each. It reports whether that changed anything.
func (r *Request) writeArguments(m *message, edits *jsonedit.Text, fix *gateway.Fix) (changed bool) {
	for i := range m.calls {
		c := &m.calls[i]
		arguments, fixed := fix.Arguments[i]
		if !fixed {
			arguments = c.text()
		}
		if fixed || c.arguments.IsObject() || c.arguments.IsArray() {
			c.setArguments(edits, arguments)
			changed = true
		}
		if !m.legacy && c.needsID() {
			edits.Put(c.object, "id", c.id, jsonedit.Quote(gateway.NewID(idPrefix)))
			changed = true
		}
	}
	return changed
}

func isJSON(text string) bool { return json.Valid([]byte(text)) }

// needsID reports whether a call has no id that its result could name.
func (c *callNode) needsID() bool {
	return c.object.IsObject() && c.id.Str == "" && c.id.Type != jsonedit.Number
}

// addCalls adds calls to a message.
func (r *Request) addCalls(m *message, edits *jsonedit.Text, calls []gateway.AddedCall) {
	items := make([]string, len(calls))
	for i, call := range calls {
		items[i] = r.calling(-1, call.ID, call.Name, call.Arguments)
	}
	switch list := strings.Join(items, ","); {
	case r.Legacy:
		edits.Put(m.object, "function_call", m.object.Member("function_call"), list)
	case m.toolCalls.IsArray():
		edits.Append(m.toolCalls, list)
	default:
		edits.Put(m.object, "tool_calls", m.toolCalls, "["+list+"]")
	}
}

// separate moves the thought at the start of each content to the reasoning, unless there is one.
func (r *Request) separate(f *gateway.Fixer, body string, root jsonedit.Value) string {
	edits, served := jsonedit.New(body), root.Member("model").Str
	for choice := range root.Member("choices").Items() {
		m := readMessage(choice.Member("message"))
		if m.thought() != "" || len(m.texts) == 0 {
			continue
		}
		if thought, rest, ok := f.SplitThought(&r.Offer, served, m.texts[0].Str); ok {
			m.separate(edits, thought, jsonedit.Quote(rest))
		}
	}
	return edits.String()
}
