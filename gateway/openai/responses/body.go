package responses

import (
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
