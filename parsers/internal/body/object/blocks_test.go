package object_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/internal/enginetest"
)

// TestBetweenMarkers has a line for each row of docs/models/formats/hermes.md, in the toy's spelling.
func TestBetweenMarkers(t *testing.T) {
	const f, g = `{"name": "f", "arguments": {"a": 1}}`, `{"name": "g", "arguments": {}}`
	in := func(s string) string { return "<call>" + s + "</call>" }
	enginetest.Check(t, text, ruleTools, []enginetest.Case{
		{in(`{"type": "function", "function": ` + f + `}`), `f {"a": 1}`},
		{in(`{"function": ` + f + `}`), `f {"a": 1}`},
		{in(`{"function": "f", "arguments": {"a": 1}}`), `f {"a": 1}`},
		{in(`{"tool_call": ` + f + `}`), `f {"a": 1}`},
		{in(`{"tool_calls": [` + f + `, ` + g + `]}`), `f {"a": 1}; g {}`},
		{in(`{"function_call": {"name": "f", "arguments": "{\"a\": 1}"}}`), `f {"a": 1}`},
		{in(`{"action": "f", "action_input": {"a": 1}}`), `f {"a": 1}`},
		{in(`{"tool": "f", "tool_input": {"a": 1}}`), `f {"a": 1}`},
		{in(`{"id": "x", "name": "f", "arguments": {"a": 1}}`), `f {"a": 1}`},
		{in(`[` + f + `, ` + g + `]`), `f {"a": 1}; g {}`},
		{in(`[[` + f + `], [` + g + `]]`), `f {"a": 1} EXTRA_OPENER; g {} EXTRA_OPENER`},
		{in(f + "\n" + g), `f {"a": 1}; g {} MISSING_MARKER`},
		{in(f + ", " + g), `f {"a": 1}; g {} MISSING_MARKER`},
		{in(f + ";" + g), `f {"a": 1}; g {} MISSING_MARKER`},
		{in(`[` + f + `][` + g + `, ` + g + `]`), `f {"a": 1}; g {} MISSING_MARKER; g {}`},
		{in(`{"name": "f"}`), `f {}`},
		{in(`{"name": "h"}`), `MISSING_ARGUMENTS h | ` + in(`{"name": "h"}`)},
		{in("\n```json\n" + f + "\n```\n"), `f {"a": 1}`},
		{in("f>\n{\"a\": 1}"), `f {"a": 1} MISSING_MARKER`},
		{in(`f({"a": 1})`), `f {"a": 1} MISSING_MARKER`},
		{in("<function>f</function>\n{\"a\": 1}"), `f {"a": 1} MISSING_MARKER`},
		{in(`Weather/f{"a": 1}`), `f {"a": 1} MISSING_MARKER TOOL_NAME`},
		{in(`h{"a": 1}`), `| ` + in(`h{"a": 1}`)},
		{in(`{"city": "Oslo"}`), `MALFORMED | ` + in(`{"city": "Oslo"}`)},
		{in(`{"name": f}`), `MALFORMED | ` + in(`{"name": f}`)},
		{in(`[1 + 2]`), `MALFORMED | ` + in(`[1 + 2]`)},
		{in(`[]`), `| ` + in(`[]`)},
		{`Use the <call> tag, or <call></call>.`, `| Use the <call> tag, or <call></call>.`},
		// Damage.
		{`<call>` + f, `f {"a": 1} MISSING_MARKER`},
		{`<call>` + f + turnEnd, `f {"a": 1} MISSING_MARKER`},
		{`<call>` + f + `<call>` + g + `</call>`, `f {"a": 1} MISSING_MARKER; g {}`},
		{`<call>` + f + ` and more`, `f {"a": 1} MISSING_MARKER | and more`},
		{`<call>{"name": "h", "arguments": {}} and more`, `UNKNOWN_TOOL h | <call>{"name": "h", "arguments": {}} and more`},
		{`<call>` + f + `<call>`, `f {"a": 1} MISSING_MARKER`},
		{`<call>` + f + `</tools>`, `f {"a": 1} MISSING_MARKER`},
		{`<call><call>` + f + `</call></call>`, `f {"a": 1} EXTRA_OPENER EXTRA_CLOSER`},
		{in(`{"name": "f", "arguments": {"a": [1`), `f {"a": [1]} MISSING_CLOSER MISSING_CLOSER MISSING_CLOSER`},
		{`<call>{"name": "f", "arguments": {"a": 1` + turnEnd, `f {"a": 1} MISSING_CLOSER MISSING_CLOSER MISSING_MARKER`},
		{`<call>{"name": "f", "arguments": {"a": [1<call>` + g + `</call>`, `g {}; MALFORMED f | <call>{"name": "f", "arguments": {"a": [1`},
		{`<call>{"name": "f", "arguments": {"a": x}}} ` + g + `</call>`, `g {} MISSING_MARKER; MALFORMED f | <call>{"name": "f", "arguments": {"a": x}}}`},
		{in(`{"arguments": {"a": 1, "name": "f"}`), `f {"a": 1} MISSING_CLOSER TOOL_NAME`},
		// Places.
		{"```\n<call>" + f + "</call>\n```", `f {"a": 1}`},
		{"```\nx\n<call>" + f + "</call>\n```", "QUOTED f | ```\nx\n<call>" + f + "</call>\n```"},
		{"`<call>" + f + "</call>`", "| `<call>" + f + "</call>`"},
	})
}

// TestInText has a line for each row of docs/models/formats/llama3.md, "llama3/json".
func TestInText(t *testing.T) {
	const f, g = `{"name": "f", "arguments": {"a": 1}}`, `{"name": "g", "arguments": {}}`
	enginetest.Check(t, text, ruleTools, []enginetest.Case{
		{`{"type": "function", "name": "f", "parameters": {"a": 1}}`, `f {"a": 1}`},
		{`{"type": "function", "function": {"name": "f", "arguments": "{\"a\": 1}"}}`, `f {"a": 1}`},
		{f + `; ` + g, `f {"a": 1}; g {}`},
		{f + `, ` + g, `f {"a": 1}; g {}`},
		{f + g, `f {"a": 1}; g {}`},
		{f + " and " + g, `f {"a": 1}; g {} | and`},
		{`[` + f + `, ` + g + `]`, `f {"a": 1}; g {}`},
		{`[` + f + `, ` + g + `,]`, `f {"a": 1}; g {} TRAILING_COMMA`},
		{`[` + f + `, ` + g, `f {"a": 1}; g {} MISSING_CLOSER`},
		{`[` + f + `, {"x": 1}]`, `f {"a": 1} | , {"x": 1}`},
		{`{'name': 'f', 'parameters': {'a': True}}`, `f {"a": true} QUOTE_STYLE QUOTE_STYLE QUOTE_STYLE QUOTE_STYLE PYTHON_LITERAL`},
		{f + `}`, `f {"a": 1} EXTRA_CLOSER`},
		{`{"name": "get weather", "parameters": {}}`, `| {"name": "get weather", "parameters": {}}`},
		{`{"parameters": {}}`, `| {"parameters": {}}`},
		{`{x}`, `| {x}`},
		{"```json\n" + f + "\n```", `f {"a": 1}`},
		{"```json\n[" + f + ", " + g + "]\n```", `f {"a": 1}; g {}`},
		{"```json\n" + f + "\n", `f {"a": 1} MISSING_MARKER`},
		{"```\nlet x = " + f + "\n```", "| ```\nlet x = " + f + "\n```"},
		// Where a failed call ends.
		{`He wrote {"a, and then <call>` + g + `</call>`, `g {} | He wrote {"a, and then`},
		{`He wrote {"a": "b, and then <call>` + g + `</call>`, `g {} | He wrote {"a": "b, and then`},
		{`{"name": "f", "parameters": {oops}} text`, `MALFORMED f | {"name": "f", "parameters": {oops}} text`},
		{`{"name": "f", "parameters": {oops <call>` + g + `</call>`, `g {}; MALFORMED f | {"name": "f", "parameters": {oops`},
		{"```\n{\"name\": \"f\", \"parameters\": {oops\n```", "INCOMPLETE f | ```\n{\"name\": \"f\", \"parameters\": {oops\n```"},
		{"{\"name\": \"f\", \"parameters\": {\"a\": \"oops\n{\"parameters\": {}, \"name\": \"g\"}", "g {}; MALFORMED f | {\"name\": \"f\", \"parameters\": {\"a\": \"oops"},
		{"{\"name\": \"f\", \"parameters\": {\"a\": x\n{\"type\": \"function\", \"name\": \"g\", \"parameters\": {}}", "g {}; MALFORMED f | {\"name\": \"f\", \"parameters\": {\"a\": x"},
		// Which quote ends a string.
		{`{"name": "f", "parameters": {"a": "x {"name": "f", "parameters": {"a": "y"}}`, `MALFORMED f | {"name": "f", "parameters": {"a": "x {"name": "f", "parameters": {"a": "y"}}`},
		{`{"name": "f", "parameters": {"a": "{\"x\": {\"y\": \"z"}}"}}`, `f {"a": "{\"x\": {\"y\": \"z\"}}"} UNESCAPED_QUOTE`},
		{`{"name": "f", "parameters": {"note": "say "hi", ok", "days": 1}}`, `f {"note": "say \"hi\", ok", "days": 1} UNESCAPED_QUOTE UNESCAPED_QUOTE`},
	})
}
