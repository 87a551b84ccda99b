package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// A spelling is one way to write the marks of a family: an opener, a separator and a
// closer, and what tags are made of.
type spelling struct {
	open, sep, end string
	brackets       grammar.Brackets
	beside         string // a token next to calls
	other          string // prose that begins as they do
}

func around(left, right, other string) spelling {
	return spelling{
		open: left + "call" + right, sep: left + "args" + right, end: left + "/call" + right,
		brackets: grammar.Brackets{Open: left, Close: left + "/", End: right},
		beside:   left + "note" + right, other: other,
	}
}

var spellings = []spelling{
	around("<", ">", "a < b"),
	around("[", "]", "a[1]"),
	around("⟦", "⟧", "⟦x⟧ ⟧"),
	around("✿", "✿", "✿ flower"),
	around("@@", "@@", "@@ -1 +2 @@ a@b"),
	around("{{", "}}", "{{name}} and {x}"),
	around("#", "#", "# Head #1"),
	around("|", "|", "|a|b|"),
	around("!", "!", "Hi! !x"),
	around("【", "】", "【注】、。"),
	around("$$", "$$", "$$x^2$$ $5"),
	around("«", "»", "«oui»"),
	around("%", "%", "5% %s"),
	around("(", ")", "f(x)"),

	around(">", "<", "> quoted"),
	around("&", "&", "a && b"),
	around("^", "^", "a^b"),
	around("?", "?", "so?"),
	around("+", "+", "a + b"),
	around("=", "=", "a = b == c"),
	around("]", "]", "] x"),
	around(")", ")", ") x"),
	words("@@"), words("#"), words("!"), words("$$"), words("【"),
}

// markRole is a family whose marks are spelled so, and how a call with these arguments is written.
type markRole struct {
	name    string
	grammar func(s *spelling) *grammar.Grammar
	call    func(s *spelling, arguments string) string
}

var markRoles = []markRole{
	{"block", func(s *spelling) *grammar.Grammar {
		return &grammar.Grammar{Blocks: []grammar.Block{{
			Format: "toy/calls", Shape: grammar.BlockCalls(), Markers: grammar.Between(s.open, s.end),
		}}}
	}, func(s *spelling, arguments string) string {
		return s.open + "\n" + `{"name": "f", "arguments": ` + arguments + "}\n" + s.end
	}},
	{"plain", func(s *spelling) *grammar.Grammar {
		return &grammar.Grammar{JSON: grammar.TextCalls("toy/text", "toy/text"), Blocks: []grammar.Block{{
			Format: "toy/calls", Shape: grammar.BlockCalls(), Markers: grammar.Between(s.open, s.end), Kind: grammar.PlainTags,
		}}}
	}, func(s *spelling, arguments string) string {
		return s.open + "\n" + `{"name": "f", "arguments": ` + arguments + "}\n" + s.end
	}},
	{"header", func(s *spelling) *grammar.Grammar {
		return &grammar.Grammar{Blocks: []grammar.Block{{
			Format: "toy/calls", Shape: grammar.BlockCalls(), Markers: grammar.Between(s.open, s.end),
			Header: &grammar.Header{Format: "toy/calls", Separator: s.sep, Object: true},
		}}}
	}, func(s *spelling, arguments string) string {
		return s.open + "f" + s.sep + arguments + s.end
	}},
	{"named", func(s *spelling) *grammar.Grammar {
		return &grammar.Grammar{Named: []grammar.Named{{
			Format: "toy/calls", Shell: grammar.Shell{Call: grammar.Between(s.open, s.end), Separator: []string{s.sep}},
		}}}
	}, func(s *spelling, arguments string) string {
		return s.open + "f" + s.sep + arguments + s.end
	}},
	{"tag", func(s *spelling) *grammar.Grammar {
		return &grammar.Grammar{Tags: []grammar.Tags{{
			Format: "toy/calls", Brackets: s.brackets, Wrappers: []string{"calls"},
			Call: grammar.Tag{Word: "call", Name: "name"}, Parameter: grammar.Tag{Word: "value", Name: "key"},
			Bare: grammar.BareNative, InThought: grammar.ThoughtDrafts,
		}}}
	}, func(s *spelling, arguments string) string {
		b := s.brackets
		return fmt.Sprintf(`%[1]scall name="f"%[3]s%[1]svalue key="a"%[3]s%[4]s%[2]svalue%[3]s%[2]scall%[3]s`, b.Open, b.Close, b.End, arguments)
	}},
	{"token", func(s *spelling) *grammar.Grammar {
		return &grammar.Grammar{JSON: grammar.TextCalls("toy/calls", "toy/calls")}
	}, func(s *spelling, arguments string) string {
		return s.beside + "\n" + `{"name": "f", "arguments": ` + arguments + "}" + "\n" + s.beside
	}},
}

// TestMarksOfAnyFirstByte checks that what marks begin with makes no difference.
func TestMarksOfAnyFirstByte(t *testing.T) {
	for _, role := range markRoles {
		for i := range spellings {
			s := &spellings[i]
			t.Run(role.name+"/"+s.open, func(t *testing.T) { checkMarks(t, &role, s) })
		}
	}
}

// closer is what ends a call.
func (r *markRole) closer(s *spelling) string {
	if r.name == "tag" {
		return s.brackets.Close + "call" + s.brackets.End
	}
	return s.end
}

func markFamily(role *markRole, s *spelling) *parsers.Family {
	g := role.grammar(s)
	g.Tokens = []grammar.Token{{Text: s.beside, Counts: grammar.Everywhere}}
	g.Thoughts = think
	f := &parsers.Family{Name: "toy", Formats: []parsers.Format{{Name: "toy/calls", Example: role.call(s, `{"a": 1}`)}}}
	if role.name == "plain" {
		f.Formats = append(f.Formats, parsers.Format{Name: "toy/text", Example: `{"name": "f", "arguments": {}}`})
	}
	return family.New(f, g)
}

func checkMarks(t *testing.T, role *markRole, s *spelling) {
	f := markFamily(role, s)
	if _, err := parsers.NewRegistry(f); err != nil {
		t.Fatal(err)
	}
	// The family with '<' says what is right.
	like := markFamily(role, &spellings[0])
	for _, output := range []func(s *spelling) string{
		func(s *spelling) string { return role.call(s, `{"a": 1}`) },
		func(s *spelling) string {
			return "So " + s.other + " goes:\n" + role.call(s, `{"a": "x"}`) + "\ndone" + s.other
		},
		func(s *spelling) string {
			return "a " + role.call(s, `{"a": "`+s.open+s.end+`"}`) + role.call(s, `{"a": [1]}`)
		},
		func(s *spelling) string { return "As `" + role.call(s, `{"a": 1}`) + "` shows, " + s.other },
		func(s *spelling) string { return "See\n```\n" + role.call(s, `{"a": 1}`) + "\n```\n" + s.other },
		func(s *spelling) string { return "See\n```json\n" + role.call(s, `{"a": 1}`) + "\n```\n" },
		func(s *spelling) string { return "<think>" + role.call(s, `{"a": 1}`) + "</think>" + s.other },
		func(s *spelling) string { return s.other + role.call(s, `{"a": 'x', "b": 2,}`) },
		func(s *spelling) string { return role.call(s, `{"a": 'x`) + "\nand " + role.call(s, `{"a": 2}`) },
		func(s *spelling) string { return role.call(s, `{"a": oops}`) + role.call(s, `{"a": 2}`) },
		func(s *spelling) string {
			return strings.TrimSuffix(role.call(s, `{"a": 1}`), role.closer(s)) + "\n" + role.call(s, `{"a": 2}`)
		},
		func(s *spelling) string { c := role.call(s, `{"a": 1}`); return c[:len(c)-2] },
		func(s *spelling) string { return "an " + s.beside + " in text" + s.beside },
	} {
		checkSpelled(t, f, like, output(s), output(&spellings[0]))
	}
}

// checkSpelled checks that an output is read as another one, whose marks are spelled otherwise,
// at every cut.
func checkSpelled(t *testing.T, f, like *parsers.Family, output, as string) {
	t.Helper()
	r := parsers.Parse(f, output, parsers.Config{}, parsers.FinishStop)
	if got, want := outcome(r), outcome(parsers.Parse(like, as, parsers.Config{}, parsers.FinishStop)); got != want {
		t.Errorf("%q: %s; want %s, as %q", output, got, want, as)
	}
	s := conformance.New(f, conformance.NonJSONFormats("toy/calls"))
	for options := range uint16(1 << 4) {
		s.CheckAny(t, output, uint64(len(output)), options)
	}
	s.CheckLinear(t, &conformance.Case{Output: output})
	want := fmt.Sprintf("%s %q", outcome(r), r.Content)
	for i := range len(output) {
		st := parsers.NewStream(f, parsers.Config{})
		st.Feed(output[:i])
		st.Feed(output[i:])
		if _, r := st.Finish(parsers.FinishStop); fmt.Sprintf("%s %q", outcome(r), r.Content) != want {
			t.Errorf("%q, cut at %d: %s %q; want %s", output, i, outcome(r), r.Content, want)
		}
	}
}

// outcome is what was read, whatever its marks are.
func outcome(r *parsers.Result) (text string) {
	for i := range r.ToolCalls {
		c := &r.ToolCalls[i]
		text += fmt.Sprintf("%s %.2f %d repairs; ", c.Name, c.Confidence, len(c.Repairs))
	}
	for i := range r.InvalidToolCalls {
		text += fmt.Sprintf("%s %v; ", r.InvalidToolCalls[i].Name, r.InvalidToolCalls[i].Reason)
	}
	return text
}

// words are marks that nothing ends.
func words(left string) spelling {
	s := around(left, left, left)
	s.open, s.sep, s.end, s.beside = left+"调用", left+"参数", left+"end", left+"note"
	return s
}
