package tagged_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body/tagged"
	"github.com/toolparser/toolparser/parsers/internal/engine"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/randid"
	"github.com/toolparser/toolparser/parsers/internal/tags"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

// strict is spelt as Claude's tags are: openers in a value nest, and a value
// without its closer is none.
var strict = grammar.Tags{
	Format:   "strict/tags",
	Brackets: grammar.Brackets{Open: "<", Close: "</", End: ">", Prefix: true},
	Wrappers: []string{"calls"},
	Call:     grammar.Tag{Word: "invoke", Name: "name"},
	Parameter: grammar.Tag{
		Word: "parameter", Name: "name",
	},
	Nests:    true,
	NoPython: true,
}

// loose is spelt as Qwen's tags are, and takes what its models leave out.
var loose = grammar.Tags{
	Format:        "loose/tags",
	Brackets:      grammar.Brackets{Open: "<", Close: "</", End: ">"},
	Wrappers:      []string{"calls"},
	Call:          grammar.Tag{Word: "function", Name: "="},
	Parameter:     grammar.Tag{Word: "parameter", Name: "="},
	CallClosers:   []string{"function_invocation"},
	TrimNewline:   true,
	DoubledCloser: true,
	Python:        true,
}

// typed is spelt with special tokens as Kimi K3's tags are; its values say of
// what type they are.
var typed = grammar.Tags{
	Format:    "typed/tags",
	Brackets:  grammar.Brackets{Open: "<|open|>", Close: "<|close|>", End: "<|sep|>", Space: true},
	Wrappers:  []string{"tools"},
	Call:      grammar.Tag{Word: "call", Name: "tool"},
	Parameter: grammar.Tag{Word: "argument", Name: "key", Type: "type"},
	Typing:    grammar.TypedByName,
	Nests:     true,
}

// flagged values say whether they are text or JSON, and every key ends the
// value before it.
var flagged = grammar.Tags{
	Format:     "flagged/tags",
	Brackets:   grammar.Brackets{Open: "<｜X｜", Close: "</｜X｜", End: ">", Space: true},
	Wrappers:   []string{"calls"},
	Call:       grammar.Tag{Word: "invoke", Name: "name", Unquoted: true},
	Parameter:  grammar.Tag{Word: "parameter", Name: "name", Type: "string", Unquoted: true},
	Typing:     grammar.TypedByFlag,
	AnyKeyEnds: true,
	Bare:       grammar.BareMissing,
}

// paired arguments are a key's element and a value's.
var paired = grammar.Tags{
	Format:    "paired/tags",
	Brackets:  grammar.Brackets{Open: "<", Close: "</", End: ">"},
	Call:      grammar.Tag{Word: "call", Name: grammar.NameBehind, Separator: "sep"},
	Parameter: grammar.Tag{Word: "v", Key: "k", Type: "t"},
	Typing:    grammar.TypedBySchema,
	Bare:      grammar.BareNative,
}

// A toy is a parser of one grammar of tags: its calls, and the wrapper around them.
type toy struct {
	*engine.Engine
	g    *grammar.Tags
	tags tags.Reader
	call tagged.Call
	open bool
}

const turnEnd = "<|end|>"

func newToy(g *grammar.Tags) parsers.Parser {
	t := &toy{g: g, tags: tags.Reader{Tags: g}}
	starts := func(b []byte, final bool) int {
		_, a := t.tags.OpensCall(b, final)
		return int(a)
	}
	closes := func(word string) func(b []byte, final bool) int {
		return func(b []byte, final bool) int {
			_, a := t.tags.Closing(b, word, final)
			return int(a)
		}
	}
	wrapper := grammar.Tag{Word: append(g.Wrappers, "none")[0]}
	opens := func(b []byte, final bool) int {
		_, a := t.tags.Opening(b, &wrapper, final)
		return int(a)
	}
	t.Engine = engine.New(&engine.Grammar{Markers: []engine.Marker{
		{First: '<', Match: opens, Begins: true, Open: func(e *engine.Engine, at int) engine.Candidate {
			return t.wrapper(at+opens(e.Rest(at), true), parsers.RoleOpen, true)
		}},
		{First: '<', Match: closes(wrapper.Word), Ends: place.EndsArguments, Open: func(e *engine.Engine, at int) engine.Candidate {
			if !t.open {
				return nil
			}
			return t.wrapper(at+closes(wrapper.Word)(e.Rest(at), true), parsers.RoleClose, false)
		}},
		{First: '<', Match: starts, Begins: true, Open: t.openCall},
		{First: '<', Match: closes(g.Call.Word), Ends: place.EndsArguments, Open: func(*engine.Engine, int) engine.Candidate { return nil }},
		{Text: turnEnd, Ends: place.EndsBlock},
	}})
	return t
}

func (t *toy) Reset(cfg *parsers.Config, h parsers.Handler) {
	t.open = false
	t.Engine.Reset(cfg, h)
}

func (t *toy) Finish(reason parsers.FinishReason) {
	t.Engine.Finish(reason)
	if t.open {
		t.Markup(t.Mark, parsers.RoleClose)
	}
}

func (t *toy) wrapper(end int, role parsers.Role, open bool) engine.Candidate {
	if t.open && open {
		t.Markup(t.Mark, parsers.RoleClose)
	}
	t.open = open
	t.Seek(end)
	t.Markup(end, role)
	return done{}
}

func (t *toy) openCall(e *engine.Engine, at int) engine.Candidate {
	o, n := t.tags.OpensCall(e.Rest(at), true)
	h := tagged.Header{At: at, Inner: at + int(n), Prefix: string(o.Prefix), Bare: !t.open}
	if names.Valid(o.Name) {
		h.Name = strings.Clone(string(o.Name))
	}
	t.call.Open(e.Around(), t.g, h)
	return t
}

// Step implements engine.Candidate.
func (t *toy) Step(e *engine.Engine) bool { return t.call.Step(e.Around()) }

type done struct{}

// Step implements engine.Candidate.
func (done) Step(*engine.Engine) bool { return true }

func family(g *grammar.Tags, example string) *parsers.Family {
	name, _, _ := strings.Cut(g.Format, "/")
	return &parsers.Family{
		Name:      name,
		Formats:   []parsers.Format{{Name: g.Format, Example: example}},
		NewParser: func() parsers.Parser { return newToy(g) },
		NewID:     func(string, int, func(string) bool) string { return randid.Base62("call_", 24) },
	}
}

var families = []*parsers.Family{
	family(&strict, `<calls><invoke name="f"><parameter name="k">v</parameter></invoke></calls>`),
	family(&loose, "<calls>\n<function=f>\n<parameter=k>\nv\n</parameter>\n</function>\n</calls>"),
	family(&typed, `<|open|>tools<|sep|><|open|>call tool="f"<|sep|><|open|>argument key="k" type="string"<|sep|>v<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>`),
	family(&paired, "<call>f\n<k>a</k>\n<v>x</v>\n</call>"),
	family(&flagged, `<｜X｜calls><｜X｜invoke name="f"><｜X｜parameter name="k" string="true">v</｜X｜parameter></｜X｜invoke></｜X｜calls>`),
}

func TestGrammars(t *testing.T) {
	for _, f := range families {
		t.Run(f.Name, func(t *testing.T) {
			parsertest.Run(t, f, "testdata/"+f.Name, parsertest.NonJSONFormats(f.Formats[0].Name))
		})
	}
}
