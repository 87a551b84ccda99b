package client_test

import (
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/toolparser/toolparser/client"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

func TestToolsOfEveryShape(t *testing.T) {
	want := &toolparserv1.Tool{Type: "function", Function: &toolparserv1.FunctionDefinition{
		Name: "get_weather", Description: "Looks it up.", Parameters: `{"type":"object"}`,
	}}
	for shape, text := range map[string]string{
		"openai chat": `{"type": "function", "function": {"name": "get_weather", "description": "Looks it up.",
			"parameters": {"type":"object"}, "strict": true}}`,
		"openai responses": `{"type": "function", "name": "get_weather", "description": "Looks it up.", "parameters": {"type":"object"}}`,
		"function":         `{"name": "get_weather", "description": "Looks it up.", "parameters": {"type":"object"}}`,
		"anthropic":        `{"name": "get_weather", "description": "Looks it up.", "input_schema": {"type":"object"}}`,
		"anthropic custom": `{"type": "custom", "name": "get_weather", "description": "Looks it up.", "input_schema": {"type":"object"}}`,
		"schema as text":   `{"name": "get_weather", "description": "Looks it up.", "parameters": "{\"type\":\"object\"}"}`,
	} {
		tools, err := client.ToolsFromJSON([]byte("[" + text + "]"))
		if err != nil || len(tools) != 1 || !proto.Equal(tools[0], want) {
			t.Errorf("%s: %v, %v", shape, tools, err)
		}
	}
}

func TestToolsThatAreNoFunctionsAreLeftOut(t *testing.T) {
	tools, err := client.ToolsFromJSON([]byte(`[
		{"type": "web_search_20250305", "name": "web_search"},
		{"type": "custom", "name": "shell", "format": {"type": "text"}},
		{"type": "custom", "custom": {"name": "shell"}},
		{"type": "code_interpreter", "container": {"type": "auto"}}]`))
	if err != nil || len(tools) != 0 {
		t.Errorf("%v, %v", tools, err)
	}
}

func TestToolsBehindAByteOrderMark(t *testing.T) {
	tools, err := client.ToolsFromJSON([]byte("\ufeff[{\"name\": \"f\"}]"))
	if err != nil || len(tools) != 1 {
		t.Errorf("%v, %v", tools, err)
	}
}

func TestToolsWithoutASchemaHaveNone(t *testing.T) {
	tools, err := client.ToolsFromJSON([]byte(`[{"name": "f"}, {"name": "g", "parameters": null}]`))
	if err != nil || len(tools) != 2 || tools[0].GetFunction().GetParameters() != "" || tools[1].GetFunction().GetParameters() != "" {
		t.Errorf("%v, %v", tools, err)
	}
}

func TestBrokenToolsAreErrors(t *testing.T) {
	for text, want := range map[string]string{
		`null`:                          "want a JSON array of tools: unexpected null",
		`{}`:                            "want a JSON array of tools: unexpected object at offset 1",
		`[{"name": "f"}, {}]`:           "tool 1: no name",
		`[{"type": "function"}]`:        "tool 0: no name",
		`[{"function": {"name": 1}}]`:   "want a JSON array of tools: unexpected number at offset 24",
		`[{"name": "f", "parameters":]`: "want a JSON array of tools: invalid character ']' looking for beginning of value",
	} {
		if _, err := client.ToolsFromJSON([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
