package responses

import (
	"slices"

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
	response := jsonedit.Read(body).Holder("output")
	whole := body
	if f.SeparatesReasoning() {
		separated := jsonedit.New(body)
		r.separate(f, separated, response, "")
		body = separated.String()
		response = jsonedit.Read(body).Holder("output")
	}
	reason, ended := finishReason(response.Member("status").Str)
	o := readOutput(response.Member("output"))
	if !ended || len(o.items) == 0 {
		return whole, report
	}
	choice := f.NewChoice(&r.Offer, response.Member("model").Str)
	o.fill(choice)
	fix := choice.Finish(reason)
	edits := jsonedit.New(body)
	c := &change{calls: callItems(fix.Added)}
	c.take(fix)
	o.write(edits, response, c)
	fix.Changed = edits.Edited() || body != whole
	return edits.String(), fix.Report
}

// separate makes an item of the thought at the start of the first message, unless there is a reasoning. An empty id
// is replaced.
func (r *Request) separate(f *gateway.Fixer, edits *jsonedit.Text, response jsonedit.Value, id string) {
	o := readOutput(response.Member("output"))
	at := slices.IndexFunc(o.items, func(it itemNode) bool { return it.kind == message })
	if at < 0 || len(o.items[at].texts) == 0 || slices.ContainsFunc(o.items, func(it itemNode) bool { return it.kind == reasoning }) {
		return
	}
	it, model := o.items[at], response.Member("model").Str
	thought, rest, ok := f.SplitThought(&r.Offer, model, it.texts[0].node.Str)
	if !ok {
		return
	}
	object := jsonedit.New(it.object.Raw)
	object.SetString(readItem(jsonedit.Read(it.object.Raw)).texts[0].node, rest)
	items := object.String()
	if thought != "" {
		if id == "" {
			id = newReasoningID()
		}
		items = reasoningItem(id, "completed", reasoningPart(thought)) + "," + items
	}
	edits.Set(it.object, items)
	if all := response.Member("output_text"); all.Type == jsonedit.String {
		if _, rest, ok := f.SplitThought(&r.Offer, model, all.Str); ok {
			edits.SetString(all, rest)
		}
	}
}

func newReasoningID() string { return gateway.NewID("rs_") }

// reasoningItem is JSON of an item with parts of a thought.
func reasoningItem(id, status, parts string) string {
	return `{"id":` + jsonedit.Quote(id) + `,"type":"reasoning","status":"` + status + `","summary":[],"content":[` + parts + `]}`
}

func reasoningPart(text string) string {
	return `{"type":"reasoning_text","text":` + jsonedit.Quote(text) + `}`
}
