package client

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// A toolEntry is one element of a tools array: OpenAI's
// {"type": "function", "function": {…}}, or the function alone.
type toolEntry struct {
	Type     string         `json:"type"`
	Function *functionEntry `json:"function"`
	functionEntry
}

type functionEntry struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
	// InputSchema is what the Messages API calls the parameters.
	InputSchema json.RawMessage `json:"input_schema"`
}

// ToolsFromJSON returns the tools of a request, from the JSON of a tools array. Its
// elements have any of these shapes, mixed as they come:
//
//   - the OpenAI chat API's {"type": "function", "function": {…}};
//   - the OpenAI responses API's {"type": "function", "name": …, "parameters": {…}}, or
//     such a function without its type;
//   - the Anthropic API's {"name": …, "input_schema": {…}}.
//
// Tools that the provider runs itself, or that take free text, are left out: the model
// doesn't call them by name and arguments. A byte order mark before the array is, too.
func ToolsFromJSON(text []byte) ([]*toolparserv1.Tool, error) {
	var entries []toolEntry
	if err := json.Unmarshal(bytes.TrimPrefix(text, []byte("\ufeff")), &entries); err != nil {
		return nil, fmt.Errorf("want a JSON array of tools: %w", withoutGoTypes(err))
	}
	if entries == nil {
		return nil, errors.New("want a JSON array of tools: unexpected null")
	}
	tools := make([]*toolparserv1.Tool, 0, len(entries))
	for i, entry := range entries {
		if !entry.isFunction() {
			continue
		}
		f, err := entry.function()
		if err != nil {
			return nil, fmt.Errorf("tool %d: %w", i, err)
		}
		tools = append(tools, &toolparserv1.Tool{Type: entry.kind(), Function: f})
	}
	return tools, nil
}

// withoutGoTypes leaves out of an error which type of this program didn't fit.
func withoutGoTypes(err error) error {
	mismatch, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return err
	}
	return fmt.Errorf("unexpected %s at offset %d", mismatch.Value, mismatch.Offset)
}

// isFunction tells whether the model calls the tool by name and arguments. "custom" is
// that in the Messages API, and free text in OpenAI's, where it has no input_schema.
func (e toolEntry) isFunction() bool {
	switch {
	case e.Function != nil, e.Type == "", e.Type == "function":
		return true
	default:
		return e.Type == "custom" && e.InputSchema != nil
	}
}

// kind is the tool's type, for the service to check where OpenAI's shape tells it.
func (e toolEntry) kind() string {
	if e.Function == nil {
		return "function"
	}
	return e.Type
}

func (e toolEntry) function() (*toolparserv1.FunctionDefinition, error) {
	f := e.functionEntry
	if e.Function != nil {
		f = *e.Function
	}
	if f.Name == "" {
		return nil, errors.New("no name")
	}
	parameters := f.Parameters
	if len(parameters) == 0 {
		parameters = f.InputSchema
	}
	text, err := schemaText(parameters)
	if err != nil {
		return nil, err
	}
	return &toolparserv1.FunctionDefinition{Name: f.Name, Description: f.Description, Parameters: text}, nil
}

// schemaText is a schema as JSON text. A string holds that text, as in the
// service's own JSON mapping; null is no schema.
func schemaText(schema json.RawMessage) (string, error) {
	if len(schema) == 0 || string(schema) == "null" {
		return "", nil
	}
	if schema[0] != '"' {
		return string(schema), nil
	}
	var text string
	if err := json.Unmarshal(schema, &text); err != nil {
		return "", fmt.Errorf("parameters: %w", err)
	}
	return text, nil
}
