package object_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/enginetest"
)

var ruleTools = parsers.NewTools([]parsers.Tool{
	{Name: "f", Parameters: `{"properties": {"city": {"type": "string"}, "days": {"type": "integer"}, "queries": {"type": "array"}, "note": {"type": "string"}}, "required": ["city"]}`},
	{Name: "g", Parameters: `{"properties": {"a": {}}}`}, {Name: "my tool", Parameters: `{}`},
})

// text reads JSON in running text, as llama3 does, and in tags around calls, as hermes does.
var text = family.New(&parsers.Family{Name: "text", Formats: []parsers.Format{
	{Name: "text/tag", Example: `<call>{"name": "f", "arguments": {}}</call>`},
	{Name: "text/inline", Example: `{"name": "f", "arguments": {}}`},
	{Name: "text/fenced", Example: "```\n{\"name\": \"f\", \"arguments\": {}}\n```"},
}}, &grammar.Grammar{
	ObjectCalls: true, JSON: grammar.TextCalls("text/inline", "text/fenced"), TurnEnds: []string{turnEnd},
	Blocks: []grammar.Block{{
		Format: "text/tag", Shape: grammar.BlockCalls(), Kind: grammar.PlainTags, Markers: grammar.Element("call"),
	}},
	Thoughts: []grammar.Markers{grammar.ThinkTags},
})

// TestCallsAndText has a line for each example of docs/models/formats/README.md, "Calls and text" and "Markup".
func TestCallsAndText(t *testing.T) {
	enginetest.Check(t, text, nil, []enginetest.Case{
		{`Here is the result: {"name": "f", "arguments": {}} More?`, `f {} | Here is the result: More?`},
		{`{"name":"John","age":30}`, `| {"name":"John","age":30}`},
		{`{"name": "f", "arguments": {oops}}; {"name": "g", "arguments": {}}`, `g {}; MALFORMED f | {"name": "f", "arguments": {oops}};`},
		{`{"result": {"name": "f", "arguments": {}}}`, `| {"result": {"name": "f", "arguments": {}}}`},
		{`[{"name": "f", "arguments": {oops}}, {"name": "g", "arguments": {}}]`, `g {}; MALFORMED f | [{"name": "f", "arguments": {oops}},`},
	})
}

// TestNamesAndArguments has a line for each rule of docs/models/formats/README.md, "Names and arguments".
func TestNamesAndArguments(t *testing.T) {
	enginetest.Check(t, text, ruleTools, []enginetest.Case{
		{`{"name": "functions.f", "arguments": {"city": "x"}}`, `f {"city": "x"} TOOL_NAME`},
		{`{"name": "my tool", "arguments": {}}`, `my tool {}`},
		{`{"name": "f", "arguments": null}`, `f {}`},
		{`{"name": "f", "arguments": ""}`, `f {}`},
		{`{"name": "f", "arguments": [1]}`, `f [1]`},
		{`{"name": "h", "arguments": [1]}`, `MALFORMED h | {"name": "h", "arguments": [1]}`},
		{`{"name": "f", "arguments": "{\"city\": \"x\"}"}`, `f {"city": "x"} DOUBLE_ENCODED_ARGUMENTS`},
		{`{"arguments": {"city": "x"}, "name": "f"}`, `f {"city": "x"}`},
		{`{"name": "f", "why": [{}], "arguments": {"city": "x"}}`, `f {"city": "x"}`},
		{`{"name": "f", "name": "g", "arguments": {"city": "x"}}`, `MALFORMED f | {"name": "f", "name": "g", "arguments": {"city": "x"}}`},
		{`{"name": "f", "arguments": {"city": "x"}, "arguments": {}}`, `MALFORMED f | {"name": "f", "arguments": {"city": "x"}, "arguments": {}}`},
		{`{"name": "f", "arguments": {}, "parameters": {"city": "x"}}`, `MALFORMED f | {"name": "f", "arguments": {}, "parameters": {"city": "x"}}`},
		{`{"name": "f", "name": "f", "arguments": {"city": "x", "days": 1}, "arguments": {"days": 1, "city": "\u0078"}}`, `f {"city": "x", "days": 1} REPEATED REPEATED`},
		// The name before its arguments, between the markers of a block.
		{`<call>f{"city": "x"}</call>`, `f {"city": "x"} MISSING_MARKER`},
		{`<call>my tool {"a": 1}</call>`, `my tool {"a": 1} MISSING_MARKER`},
		{`<call>f{"args": {"city": "x"}}</call>`, `f {"city": "x"} MISSING_MARKER DOUBLE_ENCODED_ARGUMENTS`},
		{`<call>f{"args": {"city": "x"}, "b": 1}</call>`, `MALFORMED f | <call>f{"args": {"city": "x"}, "b": 1}</call>`},
		{`<call>f{"name": "g", "arguments": {}}</call>`, `MALFORMED f | <call>f{"name": "g", "arguments": {}}</call>`},
	})
}

// TestDefinitions has a line for each row of docs/models/formats/README.md, "Definitions".
func TestDefinitions(t *testing.T) {
	for _, output := range []string{
		`{"name": "f", "description": "x", "arguments": {"city": "x"}}`,
		`{"description": "x", "name": "f", "arguments": {"city": "x"}}`,
		`{"name": "f", "arguments": {"city": "x"}, "description": "x"}`,
		`{"arguments": {"city": "x"}, "description": "x", "name": "f"}`,
		`{"name": "f", "arguments": {"$schema": "x"}}`,
		`{"arguments": {"$schema": "x"}, "name": "f"}`,
		`{"name": "f", "arguments": {"properties": {"a": {}}}}`,
		`{"name": "f", "arguments": {"type": "object", "properties": {}}}`,
		`{"name": "f", "arguments": {"type": "object", "required": []}}`,
		`{"name": "f", "arguments": "{\"$schema\": \"x\"}"}`,
	} {
		enginetest.Check(t, text, ruleTools, []enginetest.Case{{output, "| " + output}})
	}
	enginetest.Check(t, text, ruleTools, []enginetest.Case{
		{`{"name": "f", "arguments": {"properties": 1}}`, `f {"properties": 1}`},
		{`{"name": "f", "arguments": {"type": "object", "x": 1}}`, `f {"type": "object", "x": 1}`},
		{`{"name": "f", "arguments": {"type": "list"}}`, `f {"type": "list"}`},
	})
}

// TestArgumentsElsewhere has a line for each row of docs/models/formats/README.md, "Arguments elsewhere".
func TestArgumentsElsewhere(t *testing.T) {
	enginetest.Check(t, text, ruleTools, []enginetest.Case{
		{`{"name": "f", "params": {"city": "Oslo"}}`, `f {"city": "Oslo"}`},
		{`{"name": "f", "args": {"city": "Oslo"}}`, `f {"city": "Oslo"}`},
		{`{"name": "f", "input": {"city": "Oslo"}}`, `f {"city": "Oslo"}`},
		{`{"name": "f", "city": "Oslo", "days": 3}`, `f {"city": "Oslo","days": 3} FLAT_ARGUMENTS`},
		{`{"city": "Oslo", "name": "f", "days": 3}`, `f {"city": "Oslo","days": 3} FLAT_ARGUMENTS`},
		{`{"name": "f", "days": 3}`, `MISSING_ARGUMENTS f | {"name": "f", "days": 3}`},
		{`{"name": "f", "city": "Oslo", "why": "x"}`, `MISSING_ARGUMENTS f | {"name": "f", "city": "Oslo", "why": "x"}`},
		{`{"name": "John", "age": 30}`, `| {"name": "John", "age": 30}`},
		{`{"name": "f", "arguments": {}, "city": "Oslo"}`, `MALFORMED f | {"name": "f", "arguments": {}, "city": "Oslo"}`},
		{`{"name": "f", "arguments": {}, "why": "Oslo", "id": "x"}`, `f {}`},
	})
}

// TestCutOff has a line for each row of docs/models/formats/README.md, "Cut off".
func TestCutOff(t *testing.T) {
	enginetest.Check(t, text, nil, []enginetest.Case{
		{`{"name": "f", "arguments": {"a": 1}`, `f {"a": 1} MISSING_CLOSER`},
		{`<call>{"name": "f", "arguments": {}}</ca`, `f {} MISSING_MARKER`},
		{`{"name": "f", "arguments": {"a": 1`, `INCOMPLETE f | {"name": "f", "arguments": {"a": 1`},
		{`{"name": "f", "arguments": {"a": 1, "b": tru`, `INCOMPLETE f | {"name": "f", "arguments": {"a": 1, "b": tru`},
		{`{"name": "f", "arguments": null`, `INCOMPLETE f | {"name": "f", "arguments": null`},
		{`{"name": "f", "arguments": {"a": 1} and so on`, `MALFORMED f | {"name": "f", "arguments": {"a": 1} and so on`},
		{"```\n{\"name\": \"f\", \"arguments\": {\"a\": 1}\n```", `f {"a": 1} MISSING_CLOSER`},
	})
}

// TestRepairs has a line for each row of docs/models/formats/README.md, "Repairs" and "Lists".
func TestRepairs(t *testing.T) {
	in := func(arguments string) string { return `<call>{"name": "f", "arguments": ` + arguments + `}</call>` }
	enginetest.Check(t, text, ruleTools, []enginetest.Case{
		{in(`{"a": [1, 2,]}`), `f {"a": [1, 2]} TRAILING_COMMA`},
		{in(`{"a": 1 "b": 2}`), `f {"a": 1, "b": 2} MISSING_COMMA`},
		{in(`{"a": [1, 2}`), `f {"a": [1, 2]} MISSING_CLOSER`},
		{in(`{"a": [1]]}`), `f {"a": [1]} EXTRA_CLOSER`},
		{in(`{"a": 1}}`), `f {"a": 1} EXTRA_CLOSER`},
		{`{{"name": "f", "arguments": {"a": 1}}}`, `f {"a": 1} EXTRA_OPENER`},
		{in("{\"a\": \"x\ny\"}"), `f {"a": "x\ny"} RAW_CONTROL_CHARACTER`},
		{in(`{"a": "say "hi" now"}`), `f {"a": "say \"hi\" now"} UNESCAPED_QUOTE UNESCAPED_QUOTE`},
		{in(`{"a": "C:\users \d+"}`), `f {"a": "C:\\users \\d+"} INVALID_ESCAPE INVALID_ESCAPE`},
		{in(`{'a': “b”}`), `f {"a": "b"} QUOTE_STYLE QUOTE_STYLE`},
		{in(`{"a": True, "b": None}`), `f {"a": true, "b": null} PYTHON_LITERAL PYTHON_LITERAL`},
		{in(`{"a": NaN, "b": -Infinity}`), `f {"a": null, "b": null} NON_FINITE_NUMBER NON_FINITE_NUMBER`},
		{in(`{a: 1}`), `f {"a": 1} UNQUOTED_KEY`},
		{in("{\"a\": 1 /* x */, # y\n \"b\": 2 // z\n}"), "f {\"a\": 1 , \n \"b\": 2 \n} COMMENT COMMENT COMMENT"},
		{in("{\"a\":\u00a01}"), `f {"a":1} WHITE_SPACE`},
		// Lists.
		{in(`{"queries": "a", "b"}`), `f {"queries": ["a", "b"]} MISSING_CLOSER MISSING_CLOSER`},
		{in(`{"queries": "a", "b"]}`), `f {"queries": ["a", "b"]} MISSING_CLOSER`},
		{in(`{"x": "a", "b"]}`), `f {"x": ["a", "b"]} MISSING_CLOSER`},
		{in(`{"note": "a", "b"}`), `f {"note": "a\", \"b"} UNESCAPED_QUOTE UNESCAPED_QUOTE`},
		{in(`{"queries": ["a", "b"}`), `f {"queries": ["a", "b"]} MISSING_CLOSER`},
		{in(`{"queries": ["a", "b", "days": 1}`), `f {"queries": ["a", "b"], "days": 1} MISSING_CLOSER`},
		{in(`{"x": [{"a": 1]}`), `f {"x": [{"a": 1}]} MISSING_CLOSER`},
		{in(`{"queries": ["a"]], "days": 1}`), `f {"queries": ["a"], "days": 1} EXTRA_CLOSER`},
		{in(`{"x": [{"a": 1}}]}`), `f {"x": [{"a": 1}]} EXTRA_CLOSER`},
		{in(`{"x": [{"a": 1}}, {"a": 2}]}`), `f {"x": [{"a": 1}, {"a": 2}]} EXTRA_CLOSER`},
		{`{"name": "f", "arguments": {"queries": ["a"]}, "days": 1}}`, `f {"queries": ["a"], "days": 1} EXTRA_CLOSER`},
		{in(`{"queries": "a", "b" c}`), `MALFORMED f | ` + in(`{"queries": "a", "b" c}`)},
		// What isn't repaired.
		{in(`{"a": yes}`), `MALFORMED f | ` + in(`{"a": yes}`)},
		{in(`{"a": 1/6}`), `MALFORMED f | ` + in(`{"a": 1/6}`)},
		{in(`{"a": <city>}`), `MALFORMED f | ` + in(`{"a": <city>}`)},
		{in(`{"a": 01}`), `MALFORMED f | ` + in(`{"a": 01}`)},
		{in(`{"a": .5}`), `MALFORMED f | ` + in(`{"a": .5}`)},
		{in(`{"a": 1, "a": 2}`), `f {"a": 1, "a": 2}`},
		{in(`{"a": 1, "a": 2,}`), `MALFORMED f | ` + in(`{"a": 1, "a": 2,}`)},
	})
}
