package anthropic

import (
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

// Answers implements gateway.API: a content may be empty.
func (Messages) Answers(string) bool { return true }

// A Request is what a request for a message says about its response.
type Request struct{ gateway.Offer }

// ReadRequest reads the body of a request. A body that isn't understood offers nothing, so that
// its response passes through. Tools that the server itself runs, or knows the schema of, aren't
// offered: they have no input_schema.
func ReadRequest(body string) *Request {
	root, r := jsonedit.Read(body), &Request{}
	r.Read(root)
	r.MarkupOnly = wantsJSON(root)
	tools, choice := gateway.Functions(root.Member("tools")), root.Member("tool_choice")
	if r.Named = choice.Member("type").Str == "tool"; r.Named {
		tools = gateway.Only(tools, choice.Member("name").Str)
	}
	r.Single = choice.Member("disable_parallel_tool_use").Raw == "true"
	if len(tools) > 0 && choice.Member("type").Str != "none" {
		r.Tools = parsers.NewTools(tools)
		r.PriorCalls = gateway.CountCalls(root.Member("messages"))
	}
	return r
}

// wantsJSON reports whether the answer itself is to be JSON. The format was a member of the
// request while it was a beta feature.
func wantsJSON(root jsonedit.Value) bool {
	for _, format := range []jsonedit.Value{
		root.Member("output_config").Member("format"),
		root.Member("output_format"),
	} {
		if format.Member("type").Str == "json_schema" {
			return true
		}
	}
	return false
}
