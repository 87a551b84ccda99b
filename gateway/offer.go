package gateway

import (
	"slices"

	"github.com/toolparser/toolparser/chatapi"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/parsers"
)

// An Offer is what a request says about the calls that its response may hold.
type Offer struct {
	// Model is the model that was asked for.
	Model string
	// Tools are the functions that the model may call; nil if it may call none. Then there is
	// nothing to fix, and no parser is needed.
	Tools *parsers.Tools
	// PriorCalls is the number of calls earlier in the conversation.
	PriorCalls int
	// Named reports that the request says which tool the model has to call.
	Named bool
	// Single reports that the model may call only one tool.
	Single bool
	// Streamed reports that the request asks for a stream of events.
	Streamed bool
	// MarkupOnly reports that text without markup holds no calls, since the request asked for
	// JSON as the answer.
	MarkupOnly bool
}

// Offered implements Request for a type that embeds the offer.
func (o *Offer) Offered() *Offer { return o }

// Read reads what the requests of all APIs say in the same way.
func (o *Offer) Read(root jsonedit.Value) {
	o.Model = root.Member("model").Str
	o.Streamed = root.Member("stream").Raw == "true"
}

// Functions are the functions in a list of tools, in the shape of any API. A tool that isn't understood is left out.
func Functions(tools jsonedit.Value) (list []parsers.Tool) {
	read, _, _ := readTools(tools)
	for _, tool := range read {
		list = append(list, parsers.Tool{Name: tool.Name, Parameters: tool.Parameters})
	}
	return list
}

// readTools reads a list of tools. odd is how many of them aren't understood, and why what is wrong with the first one.
func readTools(tools jsonedit.Value) (read []chatapi.Tool, odd int, why error) {
	if !tools.IsArray() {
		return nil, 0, nil
	}
	if read, why = chatapi.ReadTools([]byte(tools.Raw)); why == nil {
		return read, 0, nil
	}
	for tool := range tools.Items() {
		one, err := chatapi.ReadTools([]byte("[" + tool.Raw + "]"))
		if err != nil {
			odd++
		}
		read = append(read, one...)
	}
	return read, odd, why
}

// OddTools are how many tools of a request aren't understood, so that their calls stay as they came, and what is wrong with the
// first one.
func OddTools(body string) (odd int, why error) {
	root := jsonedit.Read(body)
	for _, list := range []string{"tools", "functions"} {
		_, n, err := readTools(root.Member(list))
		if odd += n; why == nil {
			why = err
		}
	}
	return odd, why
}

// Only are the tools whose names are listed.
func Only(tools []parsers.Tool, names ...string) []parsers.Tool {
	return slices.DeleteFunc(tools, func(tool parsers.Tool) bool { return !slices.Contains(names, tool.Name) })
}

// CountCalls counts the calls of a conversation, in the messages or the items of any API.
func CountCalls(list jsonedit.Value) (n int) {
	for m := range list.Items() {
		for range m.Member("tool_calls").Items() {
			n++
		}
		if m.Member("function_call").IsObject() || m.Member("type").Str == "function_call" {
			n++
		}
		for block := range m.Member("content").Items() {
			if block.Member("type").Str == "tool_use" {
				n++
			}
		}
	}
	return n
}
