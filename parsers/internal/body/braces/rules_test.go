package braces_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/enginetest"
)

// TestRules has a line for each rule of docs/models/formats/gemma.md, "Keys and values", in the toy's spelling.
func TestRules(t *testing.T) {
	tools := parsers.NewTools([]parsers.Tool{
		{Name: "f", Parameters: `{"properties": {"unit": {"type": "string"}, "two words": {"type": "integer"}, "n": {"type": "integer"}}}`},
		{Name: "g", Parameters: "{}"}, {Name: "create-pdf", Parameters: "{}"},
	})
	enginetest.Check(t, toy("raw", raw), tools, []enginetest.Case{
		// Keys.
		{`<do>do:f{<q>n<q>:1}<done>`, `f {"n":1}`},
		{`<do>do:f{two words:1}<done>`, `f {"two words":1}`},
		{`<do>do:f{a:{three more words:1}}<done>`, `f {"a":{"three more words":1}}`},
		{`<do>do:f{three more words:1}<done>`, `MALFORMED f | <do>do:f{three more words:1}<done>`},
		{`<do>do:f{"n":1,'b':2}<done>`, `f {"n":1,"b":2} QUOTE_STYLE QUOTE_STYLE`},
		{`<do>do:f{n:1,n:2}<done>`, `MALFORMED f | <do>do:f{n:1,n:2}<done>`},
		{`<do>do:f{:1}<done>`, `MALFORMED f | <do>do:f{:1}<done>`},
		// Values.
		{`<do>do:f{a:[true,false,null,-1.5e3,{}],b:{c:[]}}<done>`, `f {"a":[true,false,null,-1.5e3,{}],"b":{"c":[]}}`},
		{`<do>do:f{a:<q>}<done>"<q>}<done>`, `f {"a":"}<done>\""}`},
		{`<do>do:f{a:True,b:[None]}<done>`, `f {"a":true,"b":[null]} PYTHON_LITERAL PYTHON_LITERAL`},
		{`<do>do:f{a:"x",b:'y'}<done>`, `f {"a":"x","b":"y"} QUOTE_STYLE QUOTE_STYLE`},
		{`<do>do:f{q:Paris, France<q>}<done>`, `f {"q":"Paris, France"} QUOTE_STYLE`},
		{`<do>do:f{unit:celsius}<done>`, `f {"unit":"celsius"} QUOTE_STYLE`},
		{`<do>do:f{x:celsius}<done>`, `MALFORMED f | <do>do:f{x:celsius}<done>`},
		{`<do>do:f{a:}<done>`, `MALFORMED f | <do>do:f{a:}<done>`},
		{`<do>do:f{a:[1,]}<done>`, `f {"a":[1]} TRAILING_COMMA`},
		{`<do>do:f{a:1,}<done>`, `f {"a":1} TRAILING_COMMA`},
		{`<do>do:f{a:1}}<done>`, `f {"a":1} EXTRA_CLOSER`},
		{`<do>do:f{a:<q>x}<done>`, `MALFORMED f | <do>do:f{a:<q>x}<done>`},
		{`<do>do:f{a:<q>x<q> y}<done>`, `MALFORMED f | <do>do:f{a:<q>x<q> y}<done>`},
		// Python's way.
		{`<do>do:f(a=1, b=<q>x<q>)<done>`, `f {"a":1,"b":"x"} PYTHON_LITERAL`},
		{`<do>do:f{a='x', b=<q>y<q>}<done>`, `f {"a":"x","b":"y"} PYTHON_LITERAL QUOTE_STYLE PYTHON_LITERAL`},
		{`<do>do:f{a=1}<done>`, `MALFORMED f | <do>do:f{a=1}<done>`},
		// Names.
		{`<do>do:google:mcp:create-pdf{}<done>`, `create-pdf {} TOOL_NAME`},
		{`<do>do:default_api.f{n:1}<done>`, `f {"n":1} TOOL_NAME`},
		{`<do>do:{a:1}<done>`, `MALFORMED | <do>do:{a:1}<done>`},
		{`<do>do:f<done>`, `f {}`},
		// The word before the name.
		{`<do>:f{n:1}<done>`, `f {"n":1} MISSING_MARKER`},
		{`<do>f{n:1}<done>`, `f {"n":1} MISSING_MARKER`},
		{`<do>:do:f{n:1}<done>`, `f {"n":1} EXTRA_OPENER`},
		// What ends a call.
		{`<do>do:f{n:1}do:g{b:2}<done>`, `f {"n":1} MISSING_MARKER; g {"b":2} MISSING_MARKER`},
		{`<do>do:f{n:1} do:g{b:2}<done>`, `f {"n":1} MISSING_MARKER; g {"b":2} MISSING_MARKER`},
		{`<do>do:f{n:1}<do>do:g{b:2}<done>`, `f {"n":1} MISSING_MARKER; g {"b":2}`},
		{`<do>do:f{n:1}<|end|>`, `f {"n":1} MISSING_MARKER`},
		{`<do>do:f{n:1}`, `f {"n":1} MISSING_MARKER`},
		{`<do>do:f{n:1} and more`, `MALFORMED f | <do>do:f{n:1} and more`},
		{`<do>do:f{l:[1<done>`, `f {"l":[1]} MISSING_CLOSER MISSING_CLOSER`},
		{`<do>do:f{l:[1<|end|>`, `f {"l":[1]} MISSING_CLOSER MISSING_CLOSER MISSING_MARKER`},
		{`<do>do:f{l:[1<do>do:g{}<done>`, `g {}; MALFORMED f | <do>do:f{l:[1`},
		{`<do>do:f{l:[1`, `INCOMPLETE f | <do>do:f{l:[1`},
		// Without the tokens.
		{`do:f{n:1}do:g{b:2}`, `f {"n":1} MISSING_MARKER; g {"b":2} MISSING_MARKER`},
		{`do:f{n:1} do:g{b:2}`, `f {"n":1} MISSING_MARKER | do:g{b:2}`},
		{`do:h{n:1}`, `| do:h{n:1}`},
		{`:f{n:1}`, `| :f{n:1}`},
		{`do:{n:1}`, `| do:{n:1}`},
	})
}
