package tags_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/enginetest"
)

func spelt(name, example string, g ...grammar.Tags) *parsers.Family {
	for i := range g {
		g[i].Format = name + "/tags"
	}
	return family.New(&parsers.Family{Name: name, Formats: []parsers.Format{{Name: name + "/tags", Example: example}}},
		&grammar.Grammar{Tags: g, TurnEnds: []string{"<|end|>"}})
}

var angle = grammar.Brackets{Open: "<", Close: "</", End: ">"}

// TestSuffixes has a line for each rule of docs/models/formats/hunyuan.md.
func TestSuffixes(t *testing.T) {
	table := func(affix grammar.Affix) grammar.Tags {
		brackets := angle
		brackets.Affix = affix
		return grammar.Tags{
			Brackets: brackets, Wrappers: []string{"calls"},
			Call:      grammar.Tag{Word: "call", Name: grammar.NameBehind, Separator: "sep"},
			Parameter: grammar.Tag{Word: "argument", Key: "key"}, WrapperDue: true, Bare: grammar.BareNative,
		}
	}
	const pair = `<key:x>a</key:x><argument:x>1</argument:x>`
	enginetest.Check(t, spelt("suffixes", "<calls:x><call:x>f<sep:x><key:x>k</key:x><argument:x>v</argument:x></call:x></calls:x>", table(grammar.NoAffix), table(grammar.Suffixed)), ruleTools, []enginetest.Case{
		{`<calls:x><call:x>f<sep:x>` + pair + `</call:x></calls:x>`, `f {"a":"1"}`},
		{`<call>f<sep><key>a</key><argument>1</argument></call>`, `f {"a":"1"}`},
		{`<call>f<key>a</key><argument>1</argument></call>`, `f {"a":"1"}`},
		{`<call:x>f<sep:x><key:x>a</key:x><argument:x>1</argument>2</argument:y>3</argument:x></call:x>`, `f {"a":"1</argument>2</argument:y>3"}`},
		{`<calls:x><call:x>f<sep:x>` + pair + `</call:x>`, `f {"a":"1"} MISSING_MARKER`},
		{`<call:x>f<sep:x>` + pair + `</call:x></calls:x>`, `f {"a":"1"} MISSING_MARKER`},
		{`<call:x>f<sep:x>` + pair, `f {"a":"1"} MISSING_MARKER`},
		{`<call:x>f<sep:x><key:x>a</key:x><argument:x>1</argumen:x></call:x>`, `f {"a":"1"} MISSING_CLOSER`},
		{`<call:x>f<sep:x><key:x>a</key:x>1</argument:x></call:x>`, `MALFORMED f | <call:x>f<sep:x><key:x>a</key:x>1</argument:x></call:x>`},
		{`a <call: x> is text`, `| a <call: x> is text`},
		{`a <call:x is text`, `| a <call:x is text`},
	})
}

// TestTypes has a line for each rule of docs/models/formats/k2_horizon.md, "Types" and "Pairs".
func TestTypes(t *testing.T) {
	f := spelt("types", "<call>f<key>k</key><type>string</type><value>v</value></call>", grammar.Tags{
		Brackets: angle, Call: grammar.Tag{Word: "call", Name: grammar.NameBehind},
		Parameter: grammar.Tag{Word: "value", Key: "key", Type: "type"}, Typing: grammar.TypedBySchemaOrName, Bare: grammar.BareNative,
	})
	call := func(s string) string { return "<call>f" + s + "</call>" }
	typed := func(typ, value string) string {
		return call("<key>u</key>\n<type>" + typ + "</type>\n<value>" + value + "</value>")
	}
	enginetest.Check(t, f, ruleTools, []enginetest.Case{
		{typed("string", "1"), `f {"u":"1"}`}, {typed("any", "1"), `f {"u":"1"}`}, {typed("Integer", "1"), `f {"u":1}`},
		{typed("integer", "x"), `f {"u":"x"}`}, {typed("array[integer]", "[1]"), `f {"u":[1]}`}, {typed("other", "{}"), `f {"u":{}}`},
		{call("<key>n</key><type>string</type><value>1</value>"), `f {"n":1}`},
		{call("<key>a</key><type>integer</type><value>1</value>"), `f {"a":"1"}`},
		failed("f", call("<key>a</key><type>string</type>")),
		failed("f", call("<key>a</key><type>string<value>1</value>")),
		failed("f", call("<key>a</key><type>string</type>x<value>1</value>")),
	})
}

// TestSeparators has calls whose keys are behind a tag, as in solar2.
func TestSeparators(t *testing.T) {
	f := spelt("separators", "<|call:start|>f\n<|arg:start|>k<|arg:value|>v<|arg:end|><|call:end|>", grammar.Tags{
		Brackets:   grammar.Brackets{Open: "<|", Close: "<|", End: "|>"},
		Call:       grammar.Tag{Word: "call:start", Closer: "call:end", Name: grammar.NameBehind},
		Parameter:  grammar.Tag{Word: "arg:start", Closer: "arg:end", Name: grammar.NameBehind, Separator: "arg:value"},
		WrapperDue: true, Bare: grammar.BareNative,
	})
	enginetest.Check(t, f, ruleTools, []enginetest.Case{
		{`<|call:start|>f<|arg:start|>a<|arg:value|>x<|arg:end|><|arg:start|> n <|arg:value|>1<|arg:end|><|call:end|>`, `f {"a":"x","n":1}`},
		{`<|call:start|>f<|arg:start|>"a"<|arg:value|>x<|arg:end|><|call:end|>`, `f {"a":"x"} QUOTE_STYLE`},
		{`<|call:start|>f<|arg:start|>a<|arg:value|>x<|arg:start|>b<|arg:value|>y<|arg:end|><|call:end|>`, `f {"a":"x","b":"y"} MISSING_MARKER`},
		{`<|call:start|>f<|arg:start|>a<|arg:value|>x<|call:end|>`, `f {"a":"x"} MISSING_CLOSER`},
		{`<|call:start|>f<|arg:start|>a<|arg:value|>x<|arg:end|><|call:end|><|call:end|>`, `f {"a":"x"} EXTRA_CLOSER`},
		failed("f", `<|call:start|>f<|arg:start|>a<|call:end|>`),
	})
}

// TestLostSpace has a line for each row of docs/models/formats/minicpm.md.
func TestLostSpace(t *testing.T) {
	f := spelt("loose", `<do name="f"><with name="k">v</with></do>`, grammar.Tags{
		Brackets: angle, Call: grammar.Tag{Word: "do", Name: "name"}, Parameter: grammar.Tag{Word: "with", Name: "name"},
		Group: "all", Verbatim: &grammar.Markers{Open: []string{"<["}, Close: []string{"]>"}}, LooseSpace: true, Inside: grammar.Nests, Bare: grammar.BareNativeDirect,
	})
	call := func(s string) string { return `<do name="f">` + s + `</do>` }
	enginetest.Check(t, f, ruleTools, []enginetest.Case{
		{call(`<all><with name="a">x</with></all>`), `f {"a":"x"}`},
		{call(`<all><with name="a">x</with>`), `f {"a":"x"} MISSING_CLOSER`},
		{call(`<with name="a"> <[if (a < b) </with>]> </with>`), `f {"a":"if (a < b) </with>"}`},
		{call(`<with name="a"><[a]> b]></with>`), `f {"a":"a]> b"}`},
		{call(`<with name="a">x <[y]></with>`), `f {"a":"x <[y]>"}`},
		{call(`<with name="a">&lt;</with>`), `f {"a":"&lt;"}`},
		{`<doname="f"><with name="a">x</with></do>`, `f {"a":"x"} WHITE_SPACE`},
		{call(`<withĠname="a">x</with>`), `f {"a":"x"} WHITE_SPACE`},
		{call(`Ċ<with name="a">xĠ</with>`), `f {"a":"xĠ"} WHITE_SPACE`},
		failed("f", call(`<with>x</with>`)),
		{` name="f"> name="a">x`, `|  name="f"> name="a">x`},
	})
}

// TestBars has a line for rows of docs/models/formats/deepseek.md, "deepseek/dsml".
func TestBars(t *testing.T) {
	f := spelt("bars", `<｜X｜calls><｜X｜invoke name="f"><｜X｜parameter name="k" string="true">v</｜X｜parameter></｜X｜invoke></｜X｜calls>`, grammar.Tags{
		Brackets:  grammar.Brackets{Open: "<｜X｜", Close: "</｜X｜", End: ">", Affix: grammar.Spaced},
		Wrappers:  []string{"calls"},
		Call:      grammar.Tag{Word: "invoke", Name: "name"},
		Parameter: grammar.Tag{Word: "parameter", Name: "name", Type: "string"},
		Typing:    grammar.TypedByFlag, Inside: grammar.AnyEnds, Attributes: grammar.AttributesRepaired, Bare: grammar.BareMissing,
	})
	in := func(s string) string { return `<｜X｜calls>` + s + `</｜X｜calls>` }
	call := func(s string) string { return in(`<｜X｜invoke name="f">` + s + `</｜X｜invoke>`) }
	value := func(closer string) string { return call(`<｜X｜parameter name="a" string="true">x` + closer) }
	enginetest.Check(t, f, ruleTools, []enginetest.Case{
		{value(`</｜X｜parameter>`), `f {"a":"x"}`},
		{call(`<｜X｜parameter name="a" string="false">[1, 2]</｜X｜parameter>`), `f {"a":[1,2]}`},
		{call(`<｜X｜parameter name="a" string="false">x</｜X｜parameter>`), `f {"a":"x"}`},
		{call(`<｜X｜parameter name="n">1</｜X｜parameter>`), `f {"n":1}`},
		{call(``), `f {}`}, {in(`<｜X｜invoke name="f"/>`), `f {}`},
		{call(`<｜X｜parameter name=a string=true>x</｜X｜parameter>`), `f {"a":"x"} QUOTE_STYLE`},
		{in(`<｜X｜invoke name=f></｜X｜invoke>`), `f {} QUOTE_STYLE`},
		{in(`<｜X｜invoke name=“f”></｜X｜invoke>`), `f {} QUOTE_STYLE`},
		{call(`<｜X｜parameter name=“a” string=“true”>x</｜X｜parameter>`), `f {"a":"x"} QUOTE_STYLE`},
		// Damaged closers of a value.
		{value(`</|X|parameter>`), `f {"a":"x"} MISSING_CLOSER`}, {value(`</parameter>`), `f {"a":"x"} MISSING_CLOSER`},
		{value(`<｜X｜parameter>`), `f {"a":"x"} MISSING_CLOSER`}, {value(`<｜X｜/parameter>`), `f {"a":"x"} MISSING_CLOSER`},
		{value(`</｜X｜parameters>`), `f {"a":"x"} MISSING_CLOSER`}, {value(`</｜X｜parametr>`), `f {"a":"x"} MISSING_CLOSER`},
		{value(`</｜X｜param>`), `f {"a":"x"} MISSING_CLOSER`},
		{value(`</｜X｜parameter><｜X｜parameter name="a">y</｜X｜parameter>`), "MALFORMED f | " + value(`</｜X｜parameter><｜X｜parameter name="a">y</｜X｜parameter>`)},
		// Without a section.
		{`<｜X｜invoke name="f"></｜X｜invoke>`, `f {} MISSING_MARKER`},
		{`<｜X｜invoke f> is text`, `| <｜X｜invoke f> is text`},
	})
}
