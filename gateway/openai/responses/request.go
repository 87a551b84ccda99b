package responses

import (
	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/gateway/openai"
	"github.com/toolparser/toolparser/parsers"
)

// API is the Responses API. It implements gateway.API.
type API struct{}

// ReadRequest implements gateway.API.
func (API) ReadRequest(body string) gateway.Request { return ReadRequest(body) }

// Error implements gateway.API. Errors that aren't streamed are those of chat completions.
func (API) Error(message string) string { return openai.Chat{}.Error(message) }

// Answers implements gateway.API: an output may be empty.
func (API) Answers(string) bool { return true }

// A Request is what a request says about its response.
type Request struct{ gateway.Offer }

// ReadRequest reads the body of a request. A body that isn't understood offers nothing, so that
// its response passes through.
func ReadRequest(body string) *Request {
	root, r := jsonedit.Read(body), &Request{}
	r.Read(root)
	r.MarkupOnly = openai.WantsJSON(root.Member("text").Member("format"))
	r.Single = root.Member("parallel_tool_calls").Raw == "false"
	tools := allowed(gateway.Functions(root.Member("tools")), root.Member("tool_choice"))
	if len(tools) > 0 {
		r.Tools = parsers.NewTools(tools)
		r.PriorCalls = gateway.CountCalls(root.Member("input"))
	}
	return r
}

// allowed are the tools that a choice of tools lets the model call.
func allowed(tools []parsers.Tool, choice jsonedit.Value) []parsers.Tool {
	if choice.Str == "none" {
		return nil
	}
	switch choice.Member("type").Str {
	case "function":
		return gateway.Only(tools, choice.Member("name").Str)
	case "allowed_tools":
		var names []string
		for tool := range choice.Member("tools").Items() {
			names = append(names, tool.Member("name").Str)
		}
		return gateway.Only(tools, names...)
	}
	return tools
}
