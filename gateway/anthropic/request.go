package anthropic

import (
	"github.com/tidwall/gjson"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/parsers"
)

// Messages is the Messages API. It implements gateway.API.
type Messages struct{}

// ReadRequest implements gateway.API.
func (Messages) ReadRequest(body string) gateway.Request { return ReadRequest(body) }

// Error implements gateway.API.
func (Messages) Error(message string) string {
	return `{"type":"error","error":{"type":"api_error","message":` + jsonedit.Quote(message) + `}}`
}

// ErrorEvent implements gateway.API.
func (m Messages) ErrorEvent(message string) string {
	return "event: error\ndata: " + m.Error(message) + "\n\n"
}

// A Request is what a request for a message says about its response.
type Request struct{ gateway.Offer }

// Offered implements gateway.Request.
func (r *Request) Offered() *gateway.Offer { return &r.Offer }

// Stream implements gateway.Request.
func (r *Request) Stream(f *gateway.Fixer) gateway.Stream { return r.NewStream(f) }

// ReadRequest reads the body of a request. A body that isn't understood offers nothing, so that
// its response passes through. Tools that the server itself runs, or knows the schema of, aren't
// offered: they have no input_schema.
func ReadRequest(body string) *Request {
	r := &Request{}
	root, ok := jsonedit.Parse(body)
	if !ok {
		return r
	}
	r.Model = jsonedit.Member(root, "model").Str
	r.MarkupOnly = wantsJSON(root)
	tools := gateway.Functions(jsonedit.Member(root, "tools"))
	if len(tools) > 0 && jsonedit.Member(jsonedit.Member(root, "tool_choice"), "type").Str != "none" {
		r.Tools = parsers.NewTools(tools)
		r.PriorCalls = countCalls(jsonedit.Member(root, "messages"))
	}
	return r
}

// wantsJSON reports whether the answer itself is to be JSON. The format was a member of the
// request while it was a beta feature.
func wantsJSON(root gjson.Result) bool {
	for _, format := range []gjson.Result{
		jsonedit.Member(jsonedit.Member(root, "output_config"), "format"),
		jsonedit.Member(root, "output_format"),
	} {
		if jsonedit.Member(format, "type").Str == "json_schema" {
			return true
		}
	}
	return false
}

// countCalls counts the calls of a conversation.
func countCalls(messages gjson.Result) (n int) {
	each(messages, func(message gjson.Result) {
		each(jsonedit.Member(message, "content"), func(block gjson.Result) {
			if jsonedit.Member(block, "type").Str == "tool_use" {
				n++
			}
		})
	})
	return n
}

// each runs f for the items of a list.
func each(list gjson.Result, f func(item gjson.Result)) {
	if list.IsArray() {
		list.ForEach(func(_, item gjson.Result) bool { f(item); return true })
	}
}
