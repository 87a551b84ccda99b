package responses

import (
	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// FixBody fixes a response that isn't streamed. If nothing was fixed, the body is the same, byte
// for byte.
func (r *Request) FixBody(f *gateway.Fixer, body string) (fixed string, report gateway.Report) {
	report = gateway.NewReport()
	root, ok := jsonedit.Parse(body)
	if !ok || !r.Tools.Given() {
		return body, report
	}
	response := jsonedit.Within(root, "output")
	reason, ended := finishReason(jsonedit.Member(response, "status").Str)
	o := readOutput(jsonedit.Member(response, "output"))
	if !ended || len(o.items) == 0 {
		return body, report
	}
	choice := f.NewChoice(&r.Offer, jsonedit.Member(response, "model").Str)
	choice.Content.Whole(joined(o.texts()))
	choice.Reasoning.Whole(joined(o.thoughts()))
	for _, call := range o.calls() {
		choice.Begin(call.callID.Str, call.name.Str).Whole(call.text())
	}
	fix := choice.Finish(reason)
	edits := jsonedit.New(body)
	o.write(edits, response, &change{
		content: fix.Content, reasoning: fix.Reasoning, calls: callItems(fix.Added), arguments: fix.Arguments,
	})
	fix.Changed = edits.Edited()
	return edits.String(), fix.Report
}
