package tags_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/enginetest"
)

var ruleTools = parsers.NewTools([]parsers.Tool{
	{Name: "f", Parameters: `{"properties": {"a": {"type": "string"}, "b": {"type": "string"}, "n": {"type": "integer"}}}`},
	{Name: "g", Parameters: `{"properties": {"path": {"type": "string"}}}`}, {Name: "my tool", Parameters: `{}`},
})

func toy(name, example string, g grammar.Tags) *parsers.Family {
	g.Format, g.Brackets = name+"/tags", grammar.Brackets{Open: "<", Close: "</", End: ">", Affix: g.Brackets.Affix}
	return family.New(&parsers.Family{Name: name, Formats: []parsers.Format{{Name: g.Format, Example: example}}},
		&grammar.Grammar{Tags: []grammar.Tags{g}, TurnEnds: []string{"<|end|>"}})
}

// equals has names behind "=", as qwen3_coder does.
var equals = toy("equals", "<calls>\n<function=f>\n<parameter=k>\nv\n</parameter>\n</function>\n</calls>", grammar.Tags{
	Wrappers:  []string{"calls"},
	Call:      grammar.Tag{Word: "function", Name: grammar.NameAssigned},
	Parameter: grammar.Tag{Word: "parameter", Name: grammar.NameAssigned}, TrimNewline: true, Literals: grammar.LiteralsNative,
	Bare: grammar.BareDirect, WrapperDue: true,
})

// attributes has names in attributes, as claude does.
var attributes = toy("attributes", `<calls><invoke name="f"><parameter name="k">v</parameter></invoke></calls>`, grammar.Tags{
	Brackets:  grammar.Brackets{Affix: grammar.Prefixed},
	Wrappers:  []string{"calls"},
	Call:      grammar.Tag{Word: "invoke", Name: "name"},
	Parameter: grammar.Tag{Word: "parameter", Name: "name"}, Inside: grammar.Nests, Literals: grammar.LiteralsText,
})

// pairs has an element for the key and one for the value, as glm does.
var pairs = toy("pairs", "<call>f\n<key>k</key>\n<value>v</value>\n</call>", grammar.Tags{
	Call: grammar.Tag{Word: "call", Name: grammar.NameBehind}, Parameter: grammar.Tag{Word: "value", Key: "key"},
	Literals: grammar.LiteralsNative, WrapperDue: true, Mended: true, Bare: grammar.BareNative,
})

func failed(name, output string) enginetest.Case {
	return enginetest.Case{output, "MALFORMED " + name + " | " + output}
}

// TestAssignedNames has a line for each row of docs/models/formats/qwen3_coder.md, "Calls".
func TestAssignedNames(t *testing.T) {
	in := func(s string) string { return "<calls>" + s + "</calls>" }
	call := func(s string) string { return in("<function=f>" + s + "</function>") }
	enginetest.Check(t, equals, ruleTools, []enginetest.Case{
		{call("<parameter=a>\nx\n</parameter>"), `f {"a":"x"}`},
		{call("<parameter=a>\r\nx\r\n</parameter><parameter=n>1</parameter>"), `f {"a":"x","n":1}`},
		{in("<function=f></function><function=g></function>"), `f {}; g {}`},
		{in("<function=f/>"), `f {}`},
		{in("<function=f/><parameter=a>x</parameter></function>"), `f {"a":"x"} EXTRA_CLOSER`},
		{`<calls> are tags`, `| <calls> are tags`},
		{"<function=f><parameter=a>x</parameter></function>", `f {"a":"x"} MISSING_MARKER`},
		{"<function=h><parameter=a>x</parameter></function>", `UNKNOWN_TOOL h | <function=h><parameter=a>x</parameter></function>`},
		{"<function=f> is a tag", `| <function=f> is a tag`},
		// Closers.
		{call("<parameter=a>x<parameter=b>y</parameter>"), `f {"a":"x","b":"y"} MISSING_MARKER`},
		{call("<parameter=a>x<parameter=c>y</parameter>"), `f {"a":"x<parameter=c>y"}`},
		{call("<parameter=a>x"), `f {"a":"x"} MISSING_CLOSER`},
		{call("<parameter=a>x</parameter1>"), `f {"a":"x"} MISSING_CLOSER`},
		{call("<parameter=a>x</parameter/>"), `f {"a":"x"} MISSING_CLOSER`},
		{call("<parameter=a>x</paramter>"), `f {"a":"x"} MISSING_CLOSER`},
		{call("<parameter=a>x</param>"), `f {"a":"x"} MISSING_CLOSER`},
		{call("<parameter=a>x<parameter>"), `f {"a":"x"} MISSING_CLOSER`},
		failed("f", call("<parameter=a>a.txt/parameter>")),
		{in("<function=f><parameter=a>x</parameter></fucntion>"), `f {"a":"x"} MISSING_CLOSER`},
		{in("<function=f><parameter=a>x</parameter></func>"), `f {"a":"x"} MISSING_CLOSER`},
		{in("<function=f><parameter=a>x</parameter>"), `f {"a":"x"} MISSING_CLOSER`},
		{in("<function=f><parameter=a>x</parameter><function=g></function>"), `f {"a":"x"} MISSING_CLOSER; g {}`},
		{"<calls><function=f></function>", `f {} MISSING_MARKER`},
		{call("") + "</calls>", `f {} EXTRA_CLOSER`},
		{in("<function=f></function></function>"), `f {} EXTRA_CLOSER`},
		{call("<parameter=a>x</parameter></parameter>"), `f {"a":"x"} EXTRA_CLOSER`},
		// The next parameter's tag is damaged.
		failed("f", call("<parameter=a>x</parameter>parameter=b>y</parameter>")),
		failed("f", call("<parameter=a>x</parameter><paramter=b>y</parameter>")),
		failed("f", call("<parameter=a>x</parameter><parameters=b>y</parameter>")),
		failed("f", call("<parameter=a>x</parameter><parameterb>y</parameter>")),
		// Names.
		{in("<function=f <parameter=a>x</parameter></function>"), `f {"a":"x"} MISSING_CLOSER`},
		{in(`<function name="f"><parameter name="a">x</parameter></function>`), `f {"a":"x"} MISSING_MARKER MISSING_MARKER`},
		{in(`<function f><parameter a>x</parameter></function>`), `f {"a":"x"} MISSING_MARKER MISSING_MARKER`},
		{call("<parameter =a>x</parameter>"), `f {"a":"x"} WHITE_SPACE`},
		failed("f", call("<parameter=a required>x</parameter>")),
		failed("f", call(`<parameter=a="v">x</parameter>`)),
		failed("f", call(`<parameter name="a" type="t">x</parameter>`)),
		failed("f", call(`<parameter id="a">x</parameter>`)),
		failed("f", call("<parameter=a>x</parameter><parameter=a>y</parameter>")),
		{in(`<function="f"><parameter=“a”>x</parameter></function>`), `f {"a":"x"} QUOTE_STYLE QUOTE_STYLE`},
		{in("<function= f ><parameter= a >x</parameter></function>"), `f {"a":"x"}`},
		{in("<function=my tool></function>"), `my tool {}`},
		{in("<function=functions.f></function>"), `f {} TOOL_NAME`},
	})
}

// TestNamesInAttributes has a line for each row of docs/models/formats/claude.md.
func TestNamesInAttributes(t *testing.T) {
	in := func(s string) string { return "<calls>" + s + "</calls>" }
	call := func(s string) string { return in(`<invoke name="f">` + s + "</invoke>") }
	const a, b = `<parameter name="a">x</parameter>`, `<parameter name="a">y</parameter>`
	enginetest.Check(t, attributes, ruleTools, []enginetest.Case{
		{call(a), `f {"a":"x"}`},
		{`<p:calls><p:invoke name="f"><p:parameter name="a">x</parameter></p:parameter></p:invoke></p:calls>`, `f {"a":"x</parameter>"}`},
		{in(`<invoke name='f'><parameter name='a'>x</parameter></invoke>`), `f {"a":"x"}`},
		{in(`<invoke name=“f”>` + a + `</invoke>`), `f {"a":"x"} QUOTE_STYLE`},
		{call(`<parameter string="true" name="a">x</parameter>`), `f {"a":"x"}`},
		{in(`<invoke name="f"/>`), `f {}`},
		{in(`<invoke name="f"/>` + a + `</invoke>`), `f {"a":"x"} EXTRA_CLOSER`},
		{`<invoke name="f"/>`, `| <invoke name="f"/>`},
		{in(`<invoke name="f" id="1" index="2">` + a + `</invoke>`), `f {"a":"x"}`},
		failed("f", in(`<invoke name="f" cmd="ls"></invoke>`)),
		failed("f", in(`<invoke name="f" b="ls">`+a+`</invoke>`)),
		failed("f", call(a+`parametername="b">x</parameter>`)),
		failed("f", call(a+`<paramter name="b">x</parameter>`)),
		failed("f", call(a+`<parameter name"b">x</parameter>`)),
		failed("f", call(a+`<parameter b>x</parameter>`)),
		failed("f", call(a+b)),
		failed("f", call(`<parameter>x</parameter>`)),
		failed("f", call(a+`text`+`<parameter name="b">x</parameter>`)),
		{`<calls><invoke name="f">` + a + `</invoke>`, `f {"a":"x"}`},
		{in(`<invoke name="f">` + a + `</invok>`), `f {"a":"x"} MISSING_CLOSER`},
		{in(`<invoke name="f">` + a + `</inv>`), `f {"a":"x"} MISSING_CLOSER`},
		{in(`<invoke name="f">` + a), `f {"a":"x"} MISSING_CLOSER`},
		{`<calls><invoke name="f">` + a, `f {"a":"x"} MISSING_CLOSER`},
		{`<calls><invoke name="f">`, `INCOMPLETE f | <calls><invoke name="f">`},
		{`<calls><invoke name="f"><parameter name="a">x</invoke></calls>`, `INCOMPLETE f | <calls><invoke name="f"><parameter name="a">x</invoke></calls>`},
		{`<invoke name="f">` + a + `</invoke>`, `f {"a":"x"} MISSING_MARKER`},
		{in(`<invoke name="f">` + a + `<invoke name="g"></invoke>`), `f {"a":"x"} MISSING_CLOSER; g {}`},
		{in(`<invoke name="functions.f">` + a + `</invoke>`), `f {"a":"x"} TOOL_NAME`},
		{in(`<invoke name="my tool"></invoke>`), `my tool {}`},
	})
}

// TestPairs has a line for each row of docs/models/formats/glm.md, "Damage".
func TestPairs(t *testing.T) {
	call := func(s string) string { return "<call>f" + s + "</call>" }
	const a, b = `<key>a</key><value>x</value>`, `<key>a</key><value>y</value>`
	enginetest.Check(t, pairs, ruleTools, []enginetest.Case{
		{call("\n<key> a </key>\n<value> x </value>\n"), `f {"a":" x "}`},
		{`<call>f</call>`, `f {}`}, {`<call>h</call>`, `UNKNOWN_TOOL h | <call>h</call>`},
		{`the <call> tag is one`, `| the <call> tag is one`},
		{call(`<key>a</key><value>x<key>b</key><value>y</value>`), `f {"a":"x","b":"y"} MISSING_MARKER`},
		{call(`<key>a</key><value>x`), `f {"a":"x"} MISSING_CLOSER`},
		{call(a + `</value>`), `f {"a":"x"} EXTRA_CLOSER`},
		{call(`<key>a</key><value>x</vaue>`), `f {"a":"x"} MISSING_CLOSER`},
		{call(`<key>a</key><value>x<value>`), `f {"a":"x"} MISSING_CLOSER`},
		{call(`<key>a</key><value>x<value><key>b</key><value>y</value>`), `f {"a":"x","b":"y"} MISSING_MARKER`},
		failed("f", call(`<key>a</key><value>x</key>`)),
		{call("<key>a</key>\nx</value>"), `f {"a":"x"} MISSING_MARKER`},
		{call("<key>a</key>\r\nx</value>"), `f {"a":"x"} MISSING_MARKER`},
		failed("f", call(`<key>a</key>x`)),
		{`<call>gpath</key><value>x</value></call>`, `g {"path":"x"} MISSING_MARKER`},
		failed("gx", `<call>gx</key><value>x</value></call>`),
		{`<call>g<call>path</key><value>x</value></call>`, `g {"path":"x"} MISSING_MARKER`},
		{`<call>g path</key><value>x</value></call>`, `g {"path":"x"} MISSING_MARKER`},
		{call(`<key><key>a</key><value>x</value>`), `f {"a":"x"} EXTRA_OPENER`},
		{call(`<key>a</key></key><value>x</value>`), `f {"a":"x"} EXTRA_CLOSER`},
		{call(`</value>`), `f {} EXTRA_CLOSER`},
		{`<call>f` + a + `</cal>`, `f {"a":"x"} MISSING_CLOSER`},
		{`<call>f` + a, `f {"a":"x"} MISSING_MARKER`},
		{`<call>f` + a + `<call>g</call>`, `f {"a":"x"} MISSING_MARKER; g {}`},
		{`<call>f`, `INCOMPLETE | <call>f`},
		{call(a) + `</call>`, `f {"a":"x"} EXTRA_CLOSER`},
		{`<call><call>f` + a + `</call>`, `f {"a":"x"} | <call>`},
		{call(`\n` + a), `f {"a":"x"} WHITE_SPACE`},
		failed("f", call(`<key>a`+"\n"+`b</key><value>x</value>`)),
		failed("f", call(`<key>a</key>`)),
		failed("f", call(`<value>x</value>`)),
		failed("f", call(a+b)),
		{`<call>functions.f` + a + `</call>`, `f {"a":"x"} TOOL_NAME`},
	})
}
