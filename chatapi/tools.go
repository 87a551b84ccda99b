package chatapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/toolparser/toolparser/parsers"
)

// A Tool is a function that a request offers the model.
type Tool struct {
	// Name of the function; never empty.
	Name string
	// Description of the function; empty if there is none.
	Description string
	// Parameters is the JSON Schema of the arguments, as JSON text; empty if there is none.
	Parameters string
}

// ToolsFromJSON returns the tools of a request, from the JSON of a tools array, in any of the
// shapes that [ReadTools] accepts. It returns nil, which declares nothing, for an empty array.
//
// Two tools of one name are an error, since the tool that a call means can't be known.
func ToolsFromJSON(text []byte) (*parsers.Tools, error) {
	read, err := ReadTools(text)
	if err != nil {
		return nil, err
	}
	list := make([]parsers.Tool, len(read))
	for i, tool := range read {
		list[i] = parsers.Tool{Name: tool.Name, Parameters: tool.Parameters}
	}
	tools := parsers.NewTools(list)
	for i, tool := range list {
		if first, _ := tools.Index(tool.Name); first != i {
			return nil, fmt.Errorf("two tools have the name %q; name each tool differently", tool.Name)
		}
	}
	return tools, nil
}

// ReadTools reads a tools array. Its elements have any of these shapes, mixed as they come:
//
//   - the OpenAI chat API's {"type": "function", "function": {…}};
//   - the OpenAI responses API's {"type": "function", "name": …, "parameters": {…}}, or
//     such a function without its type;
//   - the Anthropic API's {"name": …, "input_schema": {…}}.
//
// A schema is an object, a boolean, or a string with the text of one; null is none.
//
// Tools that the provider runs itself, or that take free text, are left out: the model
// doesn't call them by name and arguments. A byte order mark before the array is ignored.
//
// An error names the element and the field, as in tools[2].function.name.
func ReadTools(text []byte) ([]Tool, error) {
	var entries []json.RawMessage
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if err := json.Unmarshal(text, &entries); err != nil {
		return nil, fmt.Errorf("want a JSON array of tools: %w%s", withoutGoTypes(err), placeOf(err, text))
	}
	if entries == nil {
		return nil, errors.New("want a JSON array of tools: unexpected null")
	}
	tools := make([]Tool, 0, len(entries))
	for i, raw := range entries {
		var e entry
		if err := json.Unmarshal(raw, &e); err != nil {
			return nil, at(i, mismatch(err))
		}
		if !e.isFunction() {
			continue
		}
		tool, err := e.tool()
		if err != nil {
			return nil, at(i, err)
		}
		tools = append(tools, tool)
	}
	return tools, nil
}

// An entry is one element of a tools array.
type entry struct {
	Type     string    `json:"type"`
	Function *function `json:"function"`
	// Of a function alone:
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
	InputSchema json.RawMessage `json:"input_schema"`
}

type function struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
	// InputSchema is what the Messages API calls the parameters.
	InputSchema json.RawMessage `json:"input_schema"`
}

// isFunction reports whether the model calls the tool by name and arguments. "custom" is
// that in the Messages API, and free text in OpenAI's, where it has no input_schema.
func (e *entry) isFunction() bool {
	return e.Function != nil || e.Type == "" || e.Type == functionType || e.Type == "custom" && e.InputSchema != nil
}

func (e *entry) tool() (Tool, error) {
	f, prefix := function{e.Name, e.Description, e.Parameters, e.InputSchema}, ""
	if e.Function != nil {
		f, prefix = *e.Function, "function."
		if e.Type != "" && e.Type != functionType {
			return Tool{}, &fieldError{"type", fmt.Sprintf("want \"function\", not %q", e.Type)}
		}
	}
	if f.Name == "" {
		return Tool{}, &fieldError{prefix + "name", "missing or empty; name the function"}
	}
	field, schema := "parameters", f.Parameters
	if len(schema) == 0 {
		field, schema = "input_schema", f.InputSchema
	}
	text, err := schemaText(schema)
	if err != nil {
		return Tool{}, &fieldError{prefix + field, err.Error()}
	}
	return Tool{f.Name, f.Description, text}, nil
}

// schemaText is a schema as JSON text.
func schemaText(schema json.RawMessage) (string, error) {
	if len(schema) == 0 || string(schema) == "null" {
		return "", nil
	}
	if schema[0] == '"' {
		var text string
		if err := json.Unmarshal(schema, &text); err != nil || text == "" {
			return "", err
		}
		if schema = json.RawMessage(strings.TrimSpace(text)); !json.Valid(schema) {
			return "", errors.New("the string is not valid JSON; want the text of a JSON Schema")
		}
	}
	switch schema[0] {
	case '{', 't', 'f':
		return string(schema), nil
	default:
		return "", errors.New("want a JSON Schema, which is an object or a boolean")
	}
}

// A fieldError says what is wrong with a field of a tool; the field of the tool itself is "".
type fieldError struct{ field, problem string }

func (e *fieldError) Error() string { return e.field + ": " + e.problem }

// at says which tool an error is about.
func at(i int, err error) error {
	if e, ok := errors.AsType[*fieldError](err); ok && e.field != "" {
		return fmt.Errorf("tools[%d].%w", i, err)
	} else if ok {
		return fmt.Errorf("tools[%d]: %s", i, e.problem)
	}
	return fmt.Errorf("tools[%d]: %w", i, err)
}

// mismatch says which field of a tool has a value of another type.
func mismatch(err error) error {
	e, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return err
	}
	want := "an object"
	if e.Type.Kind().String() == "string" {
		want = "a string"
	}
	return &fieldError{e.Field, fmt.Sprintf("want %s: unexpected %s", want, e.Value)}
}

// withoutGoTypes leaves out of an error which type of this program didn't fit.
func withoutGoTypes(err error) error {
	e, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return err
	}
	return fmt.Errorf("unexpected %s at offset %d", e.Value, e.Offset)
}

// placeOf is where the text isn't JSON; empty for another error, and for one at the end.
func placeOf(err error, text []byte) string {
	e, ok := errors.AsType[*json.SyntaxError](err)
	if !ok || int(e.Offset) < 1 || int(e.Offset) > len(text) || e.Error() == "unexpected end of JSON input" {
		return ""
	}
	before := text[:e.Offset-1]
	return fmt.Sprintf(" in line %d, at byte %d", 1+bytes.Count(before, []byte("\n")), len(before)-bytes.LastIndexByte(before, '\n'))
}
