package client

import (
	"github.com/toolparser/toolparser/chatapi"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// ToolsFromJSON returns the tools of a request, from the JSON of a tools array. Its
// elements have any of these shapes, mixed as they come:
//
//   - the OpenAI chat API's {"type": "function", "function": {…}};
//   - the OpenAI responses API's {"type": "function", "name": …, "parameters": {…}}, or
//     such a function without its type;
//   - the Anthropic API's {"name": …, "input_schema": {…}}.
//
// Tools that the provider runs itself, or that take free text, are left out, as
// [chatapi.ReadTools] does. An error names the element and the field.
func ToolsFromJSON(text []byte) ([]*toolparserv1.Tool, error) {
	list, err := chatapi.ReadTools(text)
	if err != nil {
		return nil, err
	}
	tools := make([]*toolparserv1.Tool, len(list))
	for i, tool := range list {
		tools[i] = &toolparserv1.Tool{Type: "function", Function: &toolparserv1.FunctionDefinition{
			Name: tool.Name, Description: tool.Description, Parameters: tool.Parameters,
		}}
	}
	return tools, nil
}
