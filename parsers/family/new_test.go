package family_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

const example = `<call>{"name": "f", "arguments": {}}</call>`

// toy is a right family, in which each test makes one mistake.
func toy() (*parsers.Family, *grammar.Grammar) {
	return &parsers.Family{
			Name:    "toy",
			Formats: []parsers.Format{{Name: "toy/json", Example: example}},
		}, &grammar.Grammar{
			Blocks: []grammar.Block{{
				Format: "toy/json", Shape: grammar.BlockCalls(), Markers: grammar.Element("call"),
			}},
			Thoughts: []grammar.Markers{grammar.Between("<|open|> think …<|sep|>", "<|close|> think <|sep|>")},
		}
}

func TestNewCompletesAFamily(t *testing.T) {
	f := family.New(toy())
	if _, err := parsers.NewRegistry(f); err != nil {
		t.Fatal(err)
	}
	want := parsers.ReasoningMarkers{Open: "<|open|>think<|sep|>", Close: "<|close|>think<|sep|>"}
	if len(f.ReasoningMarkers) != 1 || f.ReasoningMarkers[0] != want {
		t.Errorf("the reasoning markers are %v", f.ReasoningMarkers)
	}
	call := parsers.Parse(f, example, parsers.Config{}, parsers.FinishStop).ToolCalls[0]
	if !strings.HasPrefix(call.ID, "call_") || len(call.ID) != len("call_")+24 {
		t.Errorf("the id is %s", call.ID)
	}
}

func TestNewKeepsWhatTheFamilySays(t *testing.T) {
	f, g := toy()
	f.ReasoningMarkers = []parsers.ReasoningMarkers{}
	f.NewID = func(string, int, func(string) bool) string { return "mine" }
	f = family.New(f, g)
	if len(f.ReasoningMarkers) != 0 {
		t.Errorf("the reasoning markers are %v", f.ReasoningMarkers)
	}
	if call := parsers.Parse(f, example, parsers.Config{}, parsers.FinishStop).ToolCalls[0]; call.ID != "mine" {
		t.Errorf("the id is %s", call.ID)
	}
}

func TestRegisteringTellsMistakes(t *testing.T) {
	for name, tc := range map[string]struct {
		make func(*parsers.Family, *grammar.Grammar)
		want string
	}{
		"a mistake in the table": {
			func(_ *parsers.Family, g *grammar.Grammar) { g.Blocks[0].Markers.Open[0] = "" },
			`registering family "toy": Blocks[0].Markers.Open[0]: it is empty; write the marker as the model does`,
		},
		"a table of nothing": {
			func(f *parsers.Family, g *grammar.Grammar) { g.Blocks, f.Formats = nil, nil },
			"Grammar: nothing says how calls are written; set JSON, Tags, Named, Blocks, FunctionTags, Recipients, Trees, Python, NameLines, Frames or Documents",
		},
		"a long prefix of ids": {
			func(f *parsers.Family, _ *grammar.Grammar) { f.IDs = &parsers.IDs{Prefix: strings.Repeat("p", 33)} },
			`IDs.Prefix: "ppppppppppppppppppppppppppppppppp" has 33 bytes; write 32 at most`,
		},
		"ids that may be equal": {
			func(f *parsers.Family, _ *grammar.Grammar) { f.IDs = &parsers.IDs{Random: 7} },
			`IDs.Random: 7 letters and digits are not between 8 and 48`,
		},
		"ids of two kinds": {
			func(f *parsers.Family, _ *grammar.Grammar) { f.IDs = &parsers.IDs{Counted: true, Timed: true} },
			`IDs.Counted: a counted id has no random part; drop Counted, or Random, Hex and Timed`,
		},
		"ids that are named, and not counted": {
			func(f *parsers.Family, _ *grammar.Grammar) { f.IDs = &parsers.IDs{Named: true} },
			`IDs.Named: a number is after the name; set Counted, or drop Named`,
		},
		"a format that isn't listed": {
			func(_ *parsers.Family, g *grammar.Grammar) { g.JSON = grammar.TextCalls("toy/text", "") },
			`Formats: the table has calls in the format "toy/text", which isn't listed; add it, with an example`,
		},
		"a format without a name": {
			func(f *parsers.Family, _ *grammar.Grammar) { f.Formats = append(f.Formats, parsers.Format{}) },
			`Formats[1].Name: it is empty; name the format, as in "toy/tags"`,
		},
		"a format twice": {
			func(f *parsers.Family, _ *grammar.Grammar) { f.Formats = append(f.Formats, f.Formats[0]) },
			`Formats[1].Name: "toy/json" is there twice; a format is listed once`,
		},
		"a format without an example": {
			func(f *parsers.Family, _ *grammar.Grammar) { f.Formats[0].Example = "" },
			`Formats[0].Example: toy/json has none; write a whole output with one call`,
		},
		"an example without a call": {
			func(f *parsers.Family, _ *grammar.Grammar) { f.Formats[0].Example = "<tool>{}</tool>" },
			`Formats[0].Example: it must hold one call in toy/json; it holds text alone`,
		},
		"an example of another format": {
			func(f *parsers.Family, g *grammar.Grammar) {
				g.JSON = grammar.TextCalls("toy/text", "")
				f.Formats = append(f.Formats, parsers.Format{Name: "toy/text", Example: example})
			},
			`Formats[1].Example: it must hold one call in toy/text; it holds calls in toy/json`,
		},
		"an example of a broken call": {
			func(f *parsers.Family, _ *grammar.Grammar) {
				f.Formats[0].Example = `<call>{"name": "f", "arguments": {oops}}</call>`
			},
			`Formats[0].Example: it must hold one call in toy/json; it holds an invalid call: `,
		},
	} {
		t.Run(name, func(t *testing.T) {
			f, g := toy()
			tc.make(f, g)
			_, err := parsers.NewRegistry(family.New(f, g))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v\nwant %s", err, tc.want)
			}
		})
	}
}

// An example may call any tool that it names: some formats need declared ones.
func TestExamplesDeclareWhatTheyCall(t *testing.T) {
	f := &parsers.Family{
		Name:    "toy",
		Formats: []parsers.Format{{Name: "toy/python", Example: `[get_weather(city="Oslo")]`}},
	}
	if _, err := parsers.NewRegistry(family.New(f, &grammar.Grammar{Python: &grammar.Python{Format: "toy/python", Calls: grammar.PythonLists}})); err != nil {
		t.Error(err)
	}
}

// A family that is nothing but a table gives it away; one that has code of its own doesn't.
func TestGrammarOfAFamily(t *testing.T) {
	f, g := toy()
	if got, ok := family.Grammar(family.New(f, g)); !ok || got != g {
		t.Errorf("the table is %v, %t", got, ok)
	}
	newID := func(string, int, func(string) bool) string { return "mine" }
	own, _ := toy()
	own.NewID = newID
	ofFormat, _ := toy()
	ofFormat.Formats[0].NewID = newID
	for name, f := range map[string]*parsers.Family{
		"ids of its own":        family.New(own, g),
		"ids of a format's own": family.New(ofFormat, g),
		"a parser of its own":   {NewParser: func() parsers.Parser { return nil }},
	} {
		if _, ok := family.Grammar(f); ok {
			t.Errorf("a family with %s is a table", name)
		}
	}
}
