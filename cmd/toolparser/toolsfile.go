package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// A toolEntry is one element of a tools file: OpenAI's
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

// readTools reads a tools file; no file, no tools.
func readTools(file string) ([]*toolparserv1.Tool, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read tools: %w", err)
	}
	tools, err := parseTools(text)
	if err != nil {
		return nil, usageError{fmt.Errorf("tools file %s: %w", file, err)}
	}
	return tools, nil
}

func parseTools(text []byte) ([]*toolparserv1.Tool, error) {
	var entries []toolEntry
	if err := json.Unmarshal(text, &entries); err != nil {
		return nil, fmt.Errorf("want a JSON array of tools: %w", withoutGoTypes(err))
	}
	tools := make([]*toolparserv1.Tool, len(entries))
	for i, entry := range entries {
		f, err := entry.function()
		if err != nil {
			return nil, fmt.Errorf("tool %d: %w", i, err)
		}
		tools[i] = &toolparserv1.Tool{Type: entry.kind(), Function: f}
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

// kind is the tool's type, for the service to check. The type of a function
// alone is another API's word, such as "custom" in the Messages API.
func (e toolEntry) kind() string {
	if e.Function == nil {
		return ""
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
