package main

import (
	"encoding/json"
	"testing"

	"github.com/toolparser/toolparser/parsers"
)

// code is the JavaScript that motivated the project.
const code = "// This contains \"quotes\" and breaks JSON parsing\nfunction test() {\n  console.log('Hello World');\n}"

// TestMotivatingExample parses the output that motivated the project, through
// kimi as it came and through llama3 as it would write it.
func TestMotivatingExample(t *testing.T) {
	outputs := map[string]string{
		"kimi": "```json\n{\n  \"tool_call\": {\n    \"name\": \"create_file\",\n    \"arguments\": {\n" +
			"      \"filename\": \"test.js\",\n      \"content\": \"" + code + "\"\n    }\n  }\n}\n```",
		"llama3": "{\n  \"name\": \"create_file\",\n  \"parameters\": {\n    \"filename\": \"test.js\",\n    \"content\": \"" + code + "\"\n  }\n}",
	}
	known, _ := project()
	for name, output := range outputs {
		family := known[name]
		if family == nil {
			t.Logf("family %s isn't registered", name)
			continue
		}
		r := parsers.Parse(family, output, parsers.Config{}, parsers.FinishUnspecified)
		if len(r.ToolCalls) != 1 || r.Content != "" {
			t.Fatalf("%s: %+v", name, r)
		}
		call := r.ToolCalls[0]
		var args map[string]string
		if err := json.Unmarshal([]byte(call.Arguments), &args); err != nil || args["content"] != code || args["filename"] != "test.js" {
			t.Errorf("%s: arguments %s: %v", name, call.Arguments, err)
		}
		if call.Confidence != 0.8 {
			t.Errorf("%s: confidence %v, want 0.8", name, call.Confidence)
		}
		kinds := map[parsers.RepairKind]int{}
		for _, repair := range call.Repairs {
			kinds[repair.Kind]++
		}
		if kinds[parsers.RepairUnescapedQuote] != 2 || kinds[parsers.RepairRawControlCharacter] != 3 || len(kinds) != 2 {
			t.Errorf("%s: repairs %v", name, call.Repairs)
		}
	}
}
