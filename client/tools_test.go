package client_test

import (
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/toolparser/toolparser/client"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// TestTools: what is read, and of which shapes, is tested in package chatapi.
func TestTools(t *testing.T) {
	tools, err := client.ToolsFromJSON([]byte(`[
		{"type": "web_search_20250305", "name": "web_search"},
		{"name": "get_weather", "description": "Looks it up.", "input_schema": {"type":"object"}}]`))
	want := &toolparserv1.Tool{Type: "function", Function: &toolparserv1.FunctionDefinition{
		Name: "get_weather", Description: "Looks it up.", Parameters: `{"type":"object"}`,
	}}
	if err != nil || len(tools) != 1 || !proto.Equal(tools[0], want) {
		t.Errorf("%v, %v, want %v", tools, err, want)
	}
	_, err = client.ToolsFromJSON([]byte(`[{"name": "f"}, {}]`))
	if want := "tools[1].name: missing or empty; name the function"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
