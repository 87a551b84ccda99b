package failure_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/enginetest"
)

var tools = parsers.NewTools([]parsers.Tool{{Name: "f"}, {Name: "g"}})

// text has JSON in running text and between tags, and a token before JSON.
var text = family.New(&parsers.Family{Name: "text", Formats: []parsers.Format{
	{Name: "text/tag", Example: `<call>{"name": "f", "arguments": {}}</call>`},
	{Name: "text/token", Example: `<|do|>{"name": "f", "arguments": {}}<|done|>`},
	{Name: "text/word", Example: `functools[{"name": "f", "arguments": {}}]`},
	{Name: "text/keyed", Example: `<|keyed|>[{"f": {}}]<|/keyed|>`},
	{Name: "text/inline", Example: `{"name": "f", "arguments": {}}`},
	{Name: "text/fenced", Example: "```\n{\"name\": \"f\", \"arguments\": {}}\n```"},
}}, &grammar.Grammar{
	ObjectCalls: true, JSON: grammar.TextCalls("text/inline", "text/fenced"), TurnEnds: []string{"<|end|>"},
	Blocks: []grammar.Block{
		{Format: "text/tag", Shape: grammar.BlockCalls(), Kind: grammar.PlainTags, Markers: grammar.Element("call")},
		{Format: "text/word", Shape: grammar.BlockCalls(), Markers: grammar.Markers{Open: []string{"functools"}}, Kind: grammar.PlainWord, Closer: grammar.CloserOptional},
		{Format: "text/keyed", Shape: keyed(), Markers: grammar.Between("<|keyed|>", "<|/keyed|>"), Body: grammar.BodyOne},
		{Format: "text/token", Shape: grammar.MarkedCalls(), Markers: grammar.Between("<|do|>", "<|done|>"), Body: grammar.BodyOne},
	},
})

// keyed calls have the tool's name as a key, as those of apertus do.
func keyed() *grammar.Shape {
	s := grammar.MarkedCalls()
	s.Keyed = true
	return s
}

// code has calls in Python, and trees.
var code = family.New(&parsers.Family{Name: "code", Formats: []parsers.Format{
	{Name: "code/python", Example: `[f(k="v")]`}, {Name: "code/token", Example: `<|code|>search.run(k="v")`},
	{Name: "code/tags", Example: `<calls><invoke name="f"><parameter name="k">v</parameter></invoke></calls>`},
	{Name: "code/tree", Example: "<do>do:f{k:<q>v<q>}<done>"}, {Name: "code/bare", Example: "do:f{k:<q>v<q>}"},
}}, &grammar.Grammar{
	Python: &grammar.Python{
		Format: "code/python", Calls: grammar.PythonLists,
		Token: &grammar.PythonToken{Format: "code/token", Token: "<|code|>", Method: ".run", Builtins: []string{"search"}},
	},
	Tags: []grammar.Tags{{
		Format: "code/tags", Brackets: grammar.Brackets{Open: "<", Close: "</", End: ">"}, Wrappers: []string{"calls"},
		Call: grammar.Tag{Word: "invoke", Name: "name"}, Parameter: grammar.Tag{Word: "parameter", Name: "name"}, Inside: grammar.Nests,
	}},
	Trees: []grammar.Tree{{Format: "code/tree", Bare: "code/bare", Markers: grammar.Between("<do>", "<done>"), Word: "do:", Delimiter: "<q>"}},
})

const g = `{"name": "g", "arguments": {}}`

func malformed(call, behind, name string) enginetest.Case {
	return enginetest.Case{call + behind, strings.TrimSpace("g {}; MALFORMED "+name) + " | " + call}
}

// TestWithoutKeys has a line for each row of docs/models/formats/README.md, "Where a failed call ends", first table.
func TestWithoutKeys(t *testing.T) {
	enginetest.Check(t, text, tools, []enginetest.Case{
		{`He wrote {"a, and then <call>` + g + `</call>`, `g {} | He wrote {"a, and then`},
		{`He wrote {"a": "b, and then <call>` + g + `</call>`, `g {} | He wrote {"a": "b, and then`},
		{`{"a": "<call>` + g + `</call>"}`, `MALFORMED g | {"a": "<call>` + g + `</call>"}`},
		{`{"a": "<call>{\"name\": \"g\", \"arguments\": {}}</call>"}`, `| {"a": "<call>{\"name\": \"g\", \"arguments\": {}}</call>"}`},
		{`{"a": x} ` + g, `g {} | {"a": x}`},
	})
}

// TestWithKeys has a line for each row of the second table there.
func TestWithKeys(t *testing.T) {
	const f = `{"name": "f", "arguments": {`
	enginetest.Check(t, text, tools, []enginetest.Case{
		malformed(f+`oops}}`, ` `+g, "f"),
		malformed(f+`"a": [}, {]}}`, ` `+g, "f"),
		malformed(f+`"a": oops, "b": "}\"}"}}`, ` `+g, "f"),
		malformed(`<call>`+f+`oops</call>`, g, "f"),
		malformed(`<|do|>`+f+`oops<|done|>`, g, "f"),
		malformed(f+`oops`, ` <call>`+g+`</call>`, "f"),
		malformed(f+`oops`, ` <|do|>`+g+`<|done|>`, "f"),
		malformed(`{"name": "Bob and`, ` <call>`+g+`</call>`, ""),
		{"```\n" + f + "oops]\n```\n" + g, "g {}; MALFORMED f | ```\n" + f + "oops]\n```"},
		// Another call at a line's start, or behind ";".
		malformed(f+`"a": oops`, "\n"+`{"arguments": {}, "name": "g"}`, "f"),
		malformed(f+`"a": "oops`, "\n"+`{"arguments": {}, "name": "g"}`, "f"),
		malformed(f+`"a": oops`, "\n"+`{"type": "function", "name": "g", "arguments": {}}`, "f"),
		malformed(f+`"a": oops`, "\n"+`{"type": "function", "function": `+g+`}`, "f"),
		{f + "\"a\": oops\n" + `{'type': 'function', "name": "g", "arguments": {}}`, "g {} QUOTE_STYLE QUOTE_STYLE; MALFORMED f | " + f + `"a": oops`},
		malformed(f+`"a": oops`, "\n"+`{"id": "1", "name": "g", "arguments": {}}`, "f"),
		malformed(f+`"a": oops}};`, g, "f"),
		malformed(f+`"a": oops`, "\n<call>"+g+"</call>", "f"),
		malformed(f+`"a": oops`, "\nfunctools["+g+"]", "f"),
		{f + "\"a\": oops\nfunctools are words", "MALFORMED f | " + f + "\"a\": oops\nfunctools are words"},
		{`<|do|>` + f + "\"a\": \"x\n" + `<|do|>` + g + `<|done|>`, `g {}; MALFORMED f | <|do|>` + f + `"a": "x`},
		{`<|do|>` + f + `"a": 'x <|do|>` + g + `<|done|>`, `g {}; MALFORMED f | <|do|>` + f + `"a": 'x`},
		{"```\n" + f + "oops}}\n" + g + "\n```", "g {}; MALFORMED f | ```\n" + f + "oops}}"},
		{`<|keyed|>[{"f": {"a": 1}}, {"g": {}}]<|/keyed|>`, `f {"a": 1}; g {}`},
		{"<|keyed|>[{\"f\": {\"a\": oops\n{\"g\": 1}]<|/keyed|>", "MALFORMED f | <|keyed|>[{\"f\": {\"a\": oops\n{\"g\": 1}]<|/keyed|>"},
		// Not another call.
		{f + `"a": oops {"name": "g", "arguments": {}}`, `MALFORMED f | ` + f + `"a": oops {"name": "g", "arguments": {}}`},
		{f + "\"a\": oops\n  {\"name\": \"g\", \"arguments\": {}}", "MALFORMED f | " + f + "\"a\": oops\n  {\"name\": \"g\", \"arguments\": {}}"},
		{f + "\"a\": oops\n{\"x\": 1}", "MALFORMED f | " + f + "\"a\": oops\n{\"x\": 1}"},
		{f + "\"a\": oops\n{\"type\": 1, \"x\": 1}", "MALFORMED f | " + f + "\"a\": oops\n{\"type\": 1, \"x\": 1}"},
		{f + "\"a\": oops\n{\n\"name\": \"g\", \"arguments\": {}}", "MALFORMED f | " + f + "\"a\": oops\n{\n\"name\": \"g\", \"arguments\": {}}"},
		// A call that the failed one quotes is text.
		{`<call>` + f + `"a": "Use <call>` + g + `</call> so"}}</call>`, `MALFORMED f | <call>` + f + `"a": "Use <call>` + g + `</call> so"}}</call>`},
		{`<call>` + f + `"a": "Use <call>` + g + `</call> so" } } <|end|>`, `MALFORMED f | <call>` + f + `"a": "Use <call>` + g + `</call> so" } } <|end|>`},
		{`<call>` + f + `"a": "Use <call>` + g + `</call> so"}}`, `MALFORMED f | <call>` + f + `"a": "Use <call>` + g + `</call> so"}}`},
		{`<call>` + f + `"a": oops <call>` + g + `</call>}}</call>`, `MALFORMED f | <call>` + f + `"a": oops <call>` + g + `</call>}}</call>`},
		{`<call>` + f + `"a": "Use <call>` + g + `</call> so"}</call>`, `g {}; MALFORMED f | <call>` + f + `"a": "Use so"}</call>`}, // a bracket is missing
		{`<call>` + f + `"a": "Use <call>` + g + `</call><call>` + g + `</call> so"}}</call>`, `g {}; g {}; MALFORMED f | <call>` + f + `"a": "Use so"}}</call>`},
		{f + "\"a\": \"Use\n" + g + "\nso\"}}", `MALFORMED f | ` + f + "\"a\": \"Use\n" + g + "\nso\"}}"},
		// A marker in a string whose quotes weren't escaped.
		{`<call>` + f + `"a": "Use <call>` + g + `</call> so`, `g {}; MALFORMED f | <call>` + f + `"a": "Use so`},
	})
}

// TestCodeFails checks the same for calls in code: docs/models/formats/README.md, "Python calls", and docs/models/formats/gemma.md.
func TestCodeFails(t *testing.T) {
	enginetest.Check(t, code, tools, []enginetest.Case{
		{`[f(a=x), g()]`, `g {}; MALFORMED f | [f(a=x),`},
		{`[f(a=["x"), g()]`, `g {}; MALFORMED f | [f(a=["x"),`},
		{"f(a=\"x)\ng()", "g {}; MALFORMED f | f(a=\"x)"},
		{`[f(a="x" y, b=1), g()]`, `g {}; MALFORMED f | [f(a="x" y, b=1),`},
		{`<do>do:f{a:x}<done><do>do:g{}<done>`, `g {}; MALFORMED f | <do>do:f{a:x}<done>`},
		{`<do>do:f{a:x <do>do:g{}<done>`, `g {}; MALFORMED f | <do>do:f{a:x`},
		{`<do>do:f{a:x <do>do:g{}<done>}<done>`, `MALFORMED f | <do>do:f{a:x <do>do:g{}<done>}<done>`},
		{`<do>do:f{a:x <do>do:g{}<done>}`, `g {}; MALFORMED f | <do>do:f{a:x }`},
		{`<do>do:f{a:x <do>do:g{}<done><do>do:g{}<done>}<done>`, `g {}; g {}; MALFORMED f | <do>do:f{a:x }<done>`},
		// Between tags, nothing in a value is a call (docs/models/formats/claude.md).
		{`<calls><invoke name="f">oops<parameter name="a"><invoke name="h"></invoke></parameter></invoke></calls><calls><invoke name="g"></invoke></calls>`,
			`g {}; MALFORMED f | <calls><invoke name="f">oops<parameter name="a"><invoke name="h"></invoke></parameter></invoke></calls>`},
		{`<calls><invoke name="f">oops<parameter name="a">x</invoke></calls><calls><invoke name="g"></invoke></calls>`,
			`g {}; MALFORMED f | <calls><invoke name="f">oops<parameter name="a">x</invoke></calls>`},
		{"<calls><invoke name=\"f\">oops<parameter name=\"a\">x</parameter>\n<invoke name=\"g\"></invoke></calls>",
			"g {}; MALFORMED f | <calls><invoke name=\"f\">oops<parameter name=\"a\">x</parameter>"},
		// Behind a token, only '"' counts as a quote (docs/models/formats/llama3.md, "llama3/builtin_call").
		{`<|code|>search.run(a=x("\")"), b=[1]) and <|code|>g.run()`, `g {}; MALFORMED search | <|code|>search.run(a=x("\")"), b=[1]) and`},
		{`<|code|>search.run(a=x <|code|>g.run()`, `g {}; MALFORMED search | <|code|>search.run(a=x`},
		{"do:f{a:{b:[x]}}\ndo:g{}", "g {} MISSING_MARKER; MALFORMED f | do:f{a:{b:[x]}}"},
	})
}
