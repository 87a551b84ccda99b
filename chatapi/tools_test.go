package chatapi_test

import (
	"slices"
	"testing"

	"github.com/toolparser/toolparser/chatapi"
)

func TestToolsOfEveryShape(t *testing.T) {
	want := []chatapi.Tool{{Name: "get_weather", Description: "Looks it up.", Parameters: `{"type":"object"}`}}
	for shape, text := range map[string]string{
		"openai chat": `{"type": "function", "function": {"name": "get_weather", "description": "Looks it up.",
			"parameters": {"type":"object"}, "strict": true}}`,
		"openai chat, no type": `{"function": {"name": "get_weather", "description": "Looks it up.", "parameters": {"type":"object"}}}`,
		"openai responses":     `{"type": "function", "name": "get_weather", "description": "Looks it up.", "parameters": {"type":"object"}}`,
		"function":             `{"name": "get_weather", "description": "Looks it up.", "parameters": {"type":"object"}}`,
		"anthropic":            `{"name": "get_weather", "description": "Looks it up.", "input_schema": {"type":"object"}}`,
		"anthropic custom":     `{"type": "custom", "name": "get_weather", "description": "Looks it up.", "input_schema": {"type":"object"}}`,
		"schema as text":       `{"name": "get_weather", "description": "Looks it up.", "parameters": "{\"type\":\"object\"}"}`,
	} {
		if tools, err := chatapi.ReadTools([]byte("[" + text + "]")); err != nil || !slices.Equal(tools, want) {
			t.Errorf("%s: %v, %v", shape, tools, err)
		}
	}
}

func TestToolsThatAreNoFunctionsAreLeftOut(t *testing.T) {
	tools, err := chatapi.ReadTools([]byte(`[
		{"type": "web_search_20250305", "name": "web_search"},
		{"type": "custom", "name": "shell", "format": {"type": "text"}},
		{"type": "custom", "custom": {"name": "shell"}},
		{"type": "code_interpreter", "container": {"type": "auto"}}]`))
	if err != nil || len(tools) != 0 {
		t.Errorf("%v, %v", tools, err)
	}
}

func TestToolsBehindAByteOrderMark(t *testing.T) {
	tools, err := chatapi.ReadTools([]byte("\ufeff[{\"name\": \"f\"}]"))
	if err != nil || len(tools) != 1 {
		t.Errorf("%v, %v", tools, err)
	}
}

func TestToolsWithoutASchemaHaveNone(t *testing.T) {
	tools, err := chatapi.ReadTools([]byte(`[{"name": "f"}, {"name": "g", "parameters": null}, {"name": "h", "parameters": ""}]`))
	if want := []chatapi.Tool{{Name: "f"}, {Name: "g"}, {Name: "h"}}; err != nil || !slices.Equal(tools, want) {
		t.Errorf("%v, %v", tools, err)
	}
}

// TestBrokenToolsAreErrors that name the element and the field.
func TestBrokenToolsAreErrors(t *testing.T) {
	for text, want := range map[string]string{
		``:                    "want a JSON array of tools: unexpected end of JSON input",
		`null`:                "want a JSON array of tools: unexpected null",
		`{}`:                  "want a JSON array of tools: unexpected object at offset 1",
		`[{"name": "f"}, {}]`: "tools[1].name: missing or empty; name the function",
		`[{"type": "function", "function": {"name": ""}}]`: "tools[0].function.name: missing or empty; name the function",
		`[null]`:                                           "tools[0].name: missing or empty; name the function",
		`["get_weather"]`:                                  "tools[0]: want an object: unexpected string",
		`[{"name": "f"}, {"function": "g"}]`:               "tools[1].function: want an object: unexpected string",
		`[{"function": {"name": 1}}]`:                      "tools[0].function.name: want a string: unexpected number",
		`[{"name": "f", "description": {}}]`:               "tools[0].description: want a string: unexpected object",
		`[{"type": "custom", "function": {"name": "f"}}]`:  `tools[0].type: want "function", not "custom"`,
		`[{"name": "f", "parameters": []}]`:                "tools[0].parameters: want a JSON Schema, which is an object or a boolean",
		`[{"function": {"name": "f", "parameters": "1"}}]`: "tools[0].function.parameters: want a JSON Schema, which is an object or a boolean",
		`[{"name": "f", "input_schema": 1}]`:               "tools[0].input_schema: want a JSON Schema, which is an object or a boolean",
		`[{"name": "f", "parameters": "{"}]`:               "tools[0].parameters: the string is not valid JSON; want the text of a JSON Schema",
		`[{"name": "f", "parameters":]`:                    "want a JSON array of tools: invalid character ']' looking for beginning of value in line 1, at byte 29",
		"[{\"name\": \"f\"},\n {\"name\": \"g\",}]":        "want a JSON array of tools: invalid character '}' looking for beginning of object key string in line 2, at byte 15",
	} {
		if _, err := chatapi.ReadTools([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestToolsForAParser(t *testing.T) {
	tools, err := chatapi.ToolsFromJSON([]byte(`[{"name": "f"}, {"type": "function", "function": {"name": "g", "parameters": {}}}]`))
	if err != nil || tools.Len() != 2 || !tools.Declared("f") || tools.At(1).Parameters != "{}" {
		t.Errorf("%v, %v", tools, err)
	}
	if tools, err := chatapi.ToolsFromJSON([]byte(`[]`)); err != nil || tools != nil {
		t.Errorf("no tools: %v, %v", tools, err)
	}
	if _, err := chatapi.ToolsFromJSON([]byte(`[{}]`)); err == nil {
		t.Error("a broken tool is no error")
	}
	_, err = chatapi.ToolsFromJSON([]byte(`[{"name": "f"}, {"name": "g"}, {"function": {"name": "f"}}]`))
	if want := `two tools have the name "f"; name each tool differently`; err == nil || err.Error() != want {
		t.Errorf("a name twice: %v, want %s", err, want)
	}
}
