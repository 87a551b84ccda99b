package pythoncall_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/enginetest"
)

var ruleTools = parsers.NewTools([]parsers.Tool{
	{Name: "f", Parameters: `{"properties": {"a": {}, "b": {"type": "string"}, "city": {"type": "string"}, "month": {"type": "integer"}}}`},
	{Name: "g", Parameters: `{}`}, {Name: "get-f", Parameters: `{}`}, {Name: "my tool", Parameters: `{}`},
})

// code reads calls as hermes and pythonic do, and between tokens.
var code = family.New(&parsers.Family{Name: "code", Formats: []parsers.Format{{Name: "code/python", Example: `[f(k="v")]`}}}, &grammar.Grammar{
	Python: &grammar.Python{
		Format: "code/python", Calls: grammar.PythonLists, Blocks: []grammar.PythonBlock{{Markers: grammar.Between("<|calls|>", "<|/calls|>")}},
	},
	TurnEnds: []string{"<|end|>"},
})

// TestCode has a line for each row of docs/models/formats/README.md, "Python calls".
func TestCode(t *testing.T) {
	failed := func(output string) enginetest.Case { return enginetest.Case{output, "MALFORMED f | " + output} }
	enginetest.Check(t, code, ruleTools, []enginetest.Case{
		{`[f(a='x', b="y")]`, `f {"a":"x","b":"y"}`},
		{`[f(a='''x''', b=r'\d')]`, `f {"a":"x","b":"\\d"}`},
		{`[f(a='a' "b")]`, `f {"a":"ab"}`},
		{`[f(a="C:\Users")]`, `f {"a":"C:\\Users"} INVALID_ESCAPE`},
		{`[f(a=True, b=None)]`, `f {"a":true,"b":null}`},
		{`[f(a=[1, 2], b=(1, 2), c={1, 2}, d=(1))]`, `f {"a":[1,2],"b":[1,2],"c":[1,2],"d":1}`},
		{`[f(a={'k': 1, 2: 3})]`, `f {"a":{"k":1,"2":3}}`},
		{`[f(month=07)]`, `f {"month":7} PYTHON_LITERAL`},
		{`[f(a=1,)]`, `f {"a":1} TRAILING_COMMA`},
		{`[f(a=1 b=2)]`, `f {"a":1,"b":2} MISSING_COMMA`},
		{"[f(a=1, # why\n b=2)]", `f {"a":1,"b":2} COMMENT`},
		{`[f(a='sed -n '1,9p' f.py')]`, `f {"a":"sed -n '1,9p' f.py"} UNESCAPED_QUOTE UNESCAPED_QUOTE`},
		{`[f("city"="Oslo")]`, `f {"city":"Oslo"} QUOTE_STYLE`},
		{`[f({"city": "Oslo"})]`, `f {"city":"Oslo"}`},
		failed(`[f(a=x)]`), failed(`[f(a=1+2)]`), failed(`[f(a='a'.upper())]`), failed(`[f(a=g(1))]`), failed(`[f(a=f'{x}')]`),
		failed(`[f(*x)]`), failed(`[f(1)]`), failed(`[f(a: 1)]`), failed(`[f(a=1, a=2)]`), failed(`[f(a="x" y)]`),
		// Unclosed strings.
		{`[f(a="x`, `INCOMPLETE f | [f(a="x`},
		{"[f(a=\"x)\n[g()]", "g {}; MALFORMED f | [f(a=\"x)"},
		{"f(a=\"x)\ng()", "g {}; MALFORMED f | f(a=\"x)"},
		{`<|calls|>[f(a="x)<|end|>`, `MALFORMED f | <|calls|>[f(a="x)<|end|>`},
	})
}

// TestPlaces has a line for each row of docs/models/formats/README.md, "Where Python counts".
func TestPlaces(t *testing.T) {
	enginetest.Check(t, code, ruleTools, []enginetest.Case{
		{`[f(a=1)], [g()]`, `f {"a":1}; g {}`},
		{`[f(a=1), h()]`, `f {"a":1}; UNKNOWN_TOOL h | , h()]`},
		{`"[f(a=1)]"`, `f {"a":1} QUOTE_STYLE`},
		{`"f(a=1)"`, `f {"a":1} QUOTE_STYLE`},
		{`I call [f(a=1), g()] now`, `f {"a":1}; g {} | I call now`},
		{`I call [h(a=1)] now`, `| I call [h(a=1)] now`},
		{"x\nf(a=1); g()\ny", "f {\"a\":1}; g {} | x\n\ny"},
		{"x\nprint(f(a=1))", "f {\"a\":1} | x"},
		{"x\nprint(\n  f(a=1)\n)", "f {\"a\":1} | x"},
		{"x\nf(a=1), h()", "| x\nf(a=1), h()"},
		{"```python\nf(a=1)\n[g()]\n```", `f {"a":1}; g {}`},
		{"```python\nf(a=1)\nx = 1\n```", "| ```python\nf(a=1)\nx = 1\n```"},
		// Between tokens.
		{`<|calls|>[f(a=1)]<|/calls|>`, `f {"a":1}`},
		{`x <|calls|>f(a=1), g()<|/calls|> y`, `f {"a":1}; g {} | x y`},
		{"<|calls|>\n```python\nf(a=1)\n```\n<|/calls|>", `f {"a":1}`},
		{`<|calls|>[f(a=1)]`, `f {"a":1} MISSING_MARKER`},
		{`<|calls|>print(f(a=1)<|/calls|>`, `f {"a":1} MISSING_CLOSER`},
	})
}

// TestLists has a line for each row of the table of damage in docs/models/formats/README.md, "Where Python counts".
func TestLists(t *testing.T) {
	enginetest.Check(t, code, ruleTools, []enginetest.Case{
		{`[f(a=1,), g(),]`, `f {"a":1} TRAILING_COMMA; g {} TRAILING_COMMA`},
		{`[f(),, g()]`, `f {} TRAILING_COMMA; g {}`},
		{`[f(); g()]`, `f {}; g {} MISSING_COMMA`},
		{`[f() g()]`, `f {}; g {} MISSING_COMMA`},
		{`[f(a=1]`, `f {"a":1} MISSING_CLOSER`},
		{`[f(), g()`, `f {}; g {} MISSING_CLOSER`},
		{`[f())]`, `f {} EXTRA_CLOSER`},
		{`[f()]]`, `f {} EXTRA_CLOSER`},
		{`f()]`, `f {} EXTRA_CLOSER`},
		{`[[f()], [g()]]`, `f {} EXTRA_OPENER; g {} EXTRA_OPENER`},
		{`['f'(a=1)]`, `f {"a":1} QUOTE_STYLE`},
		{`[“f”(a=1)]`, `f {"a":1} QUOTE_STYLE`},
		{`[functions.f()]`, `f {} TOOL_NAME`},
		{`[tools.f()]`, `f {} TOOL_NAME`},
		{`[get_f()]`, `get-f {} TOOL_NAME`},
		{`[my tool(a=1)]`, `my tool {"a":1}`},
		{`["f(a=1)", "g(), f()"]`, `f {"a":1} QUOTE_STYLE; g {} QUOTE_STYLE; f {} QUOTE_STYLE`},
		{`[f(a=1], g()]`, `f {"a":1} MISSING_CLOSER; g {}`},
		{`[f(a=1)], g()]`, `f {"a":1} EXTRA_CLOSER; g {}`},
		{`[f(x], g()]`, `g {}; MALFORMED f | [f(x],`},
		{`[f(x), f(a=1).g(), f, f(a=2)]`, `f {"a":2}; MALFORMED f; MALFORMED f; MALFORMED f | [f(x), f(a=1).g(), f,`},
		{`[f(), (a=1), {"a": 1}, g()]`, `f {}; g {}; MALFORMED; MALFORMED | , (a=1), {"a": 1},`},
		{`[h(x)]`, `| [h(x)]`},
		{`print( f(a=1) )`, `f {"a":1}`},
		{`print(f(a=1)`, `f {"a":1} MISSING_CLOSER`},
		{"print(f(a=1)\nx", "MALFORMED f | print(f(a=1)\nx"},
		{`x = f()`, `| x = f()`}, {`f() is it`, `| f() is it`}, {`  f() and`, `|   f() and`}, {`[]`, `| []`}, {`[1, 2]`, `| [1, 2]`},
		{"[f(a=1)],\n", `f {"a":1}`},
		{"f(a=1);\n", `f {"a":1}`},
	})
}
