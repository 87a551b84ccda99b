package tagged_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// strict is spelled as Claude's tags are. Openers in a value nest, and a value must have a closer.
var strict = grammar.Tags{
	Format:   "strict/tags",
	Brackets: grammar.Brackets{Open: "<", Close: "</", End: ">", Affix: grammar.Prefixed},
	Wrappers: []string{"calls"},
	Call:     grammar.Tag{Word: "invoke", Name: "name"},
	Parameter: grammar.Tag{
		Word: "parameter", Name: "name",
	},
	Inside:   grammar.Nests,
	Literals: grammar.LiteralsText,
}

// loose is spelled as Qwen's tags are. It reads calls with the parts missing that its models leave
// out.
var loose = grammar.Tags{
	Format:      "loose/tags",
	Brackets:    grammar.Brackets{Open: "<", Close: "</", End: ">"},
	Wrappers:    []string{"calls"},
	Call:        grammar.Tag{Word: "function", Name: "="},
	Parameter:   grammar.Tag{Word: "parameter", Name: "="},
	TrimNewline: true,
	Literals:    grammar.LiteralsNative,
}

// typed is spelled with special tokens, as Kimi K3's tags are. A value's tag has its type.
var typed = grammar.Tags{
	Format:    "typed/tags",
	Brackets:  grammar.Brackets{Open: "<|open|>", Close: "<|close|>", End: "<|sep|>", Affix: grammar.Spaced},
	Wrappers:  []string{"tools"},
	Call:      grammar.Tag{Word: "call", Name: "tool"},
	Parameter: grammar.Tag{Word: "argument", Name: "key", Type: "type"},
	Typing:    grammar.TypedByName,
	Inside:    grammar.Nests,
}

// flagged values have a flag that says whether they are text or JSON. Every key ends the value
// before it.
var flagged = grammar.Tags{
	Format:     "flagged/tags",
	Brackets:   grammar.Brackets{Open: "<｜X｜", Close: "</｜X｜", End: ">", Affix: grammar.Spaced},
	Wrappers:   []string{"calls"},
	Call:       grammar.Tag{Word: "invoke", Name: "name"},
	Parameter:  grammar.Tag{Word: "parameter", Name: "name", Type: "string"},
	Attributes: grammar.AttributesUnquoted,
	Typing:     grammar.TypedByFlag,
	Inside:     grammar.AnyEnds,
	Bare:       grammar.BareMissing,
}

// worn tags may be written without white space. They may have all parameters in a group or in one
// parameter, and marks around values.
var worn = grammar.Tags{
	Format:     "worn/tags",
	Brackets:   grammar.Brackets{Open: "<", Close: "</", End: ">"},
	Call:       grammar.Tag{Word: "do", Name: "name"},
	Parameter:  grammar.Tag{Word: "with", Name: "name"},
	Group:      "all",
	Verbatim:   &grammar.Markers{Open: []string{"<["}, Close: []string{"]>"}},
	LooseSpace: true,
	Bare:       grammar.BareNativeDirect,
}

// paired arguments are two elements, one for the key and one for the value.
var paired = grammar.Tags{
	Format:    "paired/tags",
	Brackets:  grammar.Brackets{Open: "<", Close: "</", End: ">"},
	Call:      grammar.Tag{Word: "call", Name: grammar.NameBehind, Separator: "sep"},
	Parameter: grammar.Tag{Word: "v", Key: "k", Type: "t"},
	Typing:    grammar.TypedBySchema,
	Mended:    true,
	Bare:      grammar.BareNative,
}

// whole pairs are never repaired, and have the type of a value.
var whole = grammar.Tags{
	Format:    "whole/tags",
	Brackets:  grammar.Brackets{Open: "<", Close: "</", End: ">"},
	Call:      grammar.Tag{Word: "call", Name: grammar.NameBehind},
	Parameter: grammar.Tag{Word: "v", Key: "k", Type: "t"},
	Typing:    grammar.TypedBySchemaOrName,
	Bare:      grammar.BareNative,
}

// elemental calls are spelled as Claude 2.1's are: the name and the arguments are elements.
var elemental = grammar.Tags{
	Format:    "elemental/attributes",
	Brackets:  grammar.Brackets{Open: "<", Close: "</", End: ">", Affix: grammar.Prefixed},
	Wrappers:  []string{"calls"},
	Call:      grammar.Tag{Word: "call", Name: "name"},
	Parameter: grammar.Tag{Word: "value", Name: "key"},
	Elements:  &grammar.Elements{Format: "elemental/elements", Name: "tool", Parameters: "values"},
	Inside:    grammar.Nests,
}

// nested arguments are elements whose tags have their names. A token is before each tag.
var nested = grammar.Tags{
	Format:    "nested/tags",
	Brackets:  grammar.Brackets{Open: "<|x|> <", Close: "<|x|> </", End: ">", Affix: grammar.Gapped},
	Wrappers:  []string{"calls"},
	Call:      grammar.Tag{Word: "invoke", Name: "name"},
	Parameter: grammar.Tag{Name: grammar.NameWord},
	Bare:      grammar.BareMissing,
}

// toy is a family that has only calls in such tags. Its examples are one with tags and, if the
// grammar has Elements, one with elements.
func toy(g *grammar.Tags, examples ...string) *parsers.Family {
	name, _, _ := strings.Cut(g.Format, "/")
	formats := []parsers.Format{{Name: g.Format, Example: examples[0]}}
	if g.Elements != nil {
		formats = append(formats, parsers.Format{Name: g.Elements.Format, Example: examples[1]})
	}
	return family.New(&parsers.Family{Name: name, Formats: formats},
		&grammar.Grammar{Tags: []grammar.Tags{*g}, TurnEnds: []string{"<|end|>"}})
}

var families = []*parsers.Family{
	toy(&strict, `<calls><invoke name="f"><parameter name="k">v</parameter></invoke></calls>`),
	toy(&loose, "<calls>\n<function=f>\n<parameter=k>\nv\n</parameter>\n</function>\n</calls>"),
	toy(&typed, `<|open|>tools<|sep|><|open|>call tool="f"<|sep|><|open|>argument key="k" type="string"<|sep|>v<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>`),
	toy(&worn, `<do name="f"><with name="k">v</with></do>`),
	toy(&paired, "<call>f\n<k>a</k>\n<v>x</v>\n</call>"),
	toy(&nested, `<|x|><calls><|x|><invoke name="f"><|x|><k>v<|x|></k><|x|></invoke><|x|></calls>`),
	toy(&whole, "<call>f\n<k>a</k>\n<t>string</t>\n<v>x</v>\n</call>"),
	toy(&flagged, `<｜X｜calls><｜X｜invoke name="f"><｜X｜parameter name="k" string="true">v</｜X｜parameter></｜X｜invoke></｜X｜calls>`),
	toy(&elemental, `<calls><call name="f"><value key="k">v</value></call></calls>`,
		`<calls><call><tool>f</tool><values><k>v</k></values></call></calls>`),
}

func TestGrammars(t *testing.T) {
	for _, f := range families {
		t.Run(f.Name, func(t *testing.T) {
			parsertest.Run(t, f, "testdata/"+f.Name, parsertest.NonJSONFormats(formatNames(f)...))
		})
	}
}

func formatNames(f *parsers.Family) []string {
	var names []string
	for _, format := range f.Formats {
		names = append(names, format.Name)
	}
	return names
}
