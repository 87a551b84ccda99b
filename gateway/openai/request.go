package openai

import (
	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/parsers"
)

// Chat is the API for chat completions. It implements gateway.API.
type Chat struct{}

// ReadRequest implements gateway.API.
func (Chat) ReadRequest(body string) gateway.Request { return ReadRequest(body) }

// Error implements gateway.API.
func (Chat) Error(message string) string {
	return `{"error":{"message":` + jsonedit.Quote(message) + `,"type":"upstream_error","param":null,"code":"upstream_error"}}`
}

// Answers implements gateway.API.
func (Chat) Answers(body string) bool {
	for range jsonedit.Read(body).Holder("choices").Member("choices").Items() {
		return true
	}
	return false
}

// A Request is what a request for chat completions says about its response.
type Request struct {
	gateway.Offer
	// Legacy reports that the request offers functions, not tools: its response has a
	// function_call, not tool_calls.
	Legacy bool
}

// ReadRequest reads the body of a request. A body that isn't understood offers nothing, so that
// its response passes through.
func ReadRequest(body string) *Request {
	root, r := jsonedit.Read(body), &Request{}
	r.Read(root)
	r.MarkupOnly = WantsJSON(root.Member("response_format"))
	r.readTools(root)
	if r.Tools.Given() {
		r.PriorCalls = gateway.CountCalls(root.Member("messages"))
	}
	return r
}

// readTools reads what the model may call.
func (r *Request) readTools(root jsonedit.Value) {
	choice := root.Member("tool_choice")
	tools := gateway.Functions(root.Member("tools"))
	named := choice.Member("function").Member("name").Str
	if len(tools) == 0 {
		tools, choice = gateway.Functions(root.Member("functions")), root.Member("function_call")
		named = choice.Member("name").Str
		r.Legacy = len(tools) > 0
	}
	if allowed := choice.Member("allowed_tools"); allowed.IsObject() {
		var names []string
		for tool := range allowed.Member("tools").Items() {
			names = append(names, tool.Member("function").Member("name").Str)
		}
		tools = gateway.Only(tools, names...)
	}
	if r.Named = named != ""; r.Named {
		tools = gateway.Only(tools, named)
	}
	r.Single = root.Member("parallel_tool_calls").Raw == "false"
	if len(tools) > 0 && !isNone(choice) {
		r.Tools = parsers.NewTools(tools)
	}
}

// hasRoom reports whether calls that are added have room next to those that the upstream returned:
// a function_call is one.
func (r *Request) hasRoom(added, calls int) bool { return !r.Legacy || added == 0 || added+calls == 1 }

// isNone reports whether a choice of tools is that no tool may be called.
func isNone(choice jsonedit.Value) bool { return choice.Str == "none" }

// WantsJSON reports whether a format says that the answer itself is to be JSON.
func WantsJSON(format jsonedit.Value) bool {
	kind := format.Member("type").Str
	return kind == "json_object" || kind == "json_schema"
}
