package leaks

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers/internal/work"
)

// table has markers of two families.
func table() *Table {
	return Compile(Source{
		Family: "tags",
		Markers: []Marker{
			{Text: "<tool_call>", Opens: true, Closers: []string{"</tool_call>"}, Format: "tags/call"},
			{Text: "</tool_call>", Format: "tags/call"},
			{Text: "<function"}, {Text: "</function>"},
			{Text: "<parameter", Argument: true}, {Text: "</parameter>", Argument: true},
			{Text: "<search>"}, {Text: "functools", Opens: true}, {Text: ">>>"}, {Text: "[ARGS]", Argument: true},
			{Text: "<｜X｜ calls >", Opens: true, Closers: []string{"</｜X｜ calls >"}}, {Text: "</｜X｜ calls >"},
		},
		Others: []string{"<|im_end|>", "<think>"}, Results: [][2]string{{"<tool_result>", "</tool_result>"}},
	}, Source{
		Family: "tokens",
		Markers: []Marker{
			{Text: "[TOOL_CALLS]", Opens: true}, {Text: "<|im_end|>"}, {Text: "<|im_end|>\n<|im_start|>call", Opens: true}, {Text: "<|call|>", Opens: true, Closers: []string{"<|/call|>"}}, {Text: "<|/call|>"},
			{Text: "<tool_call>", Opens: true, Closers: []string{"</tool_call>"}},
		},
	})
}

// names are the names of tools that are declared.
type names []string

func (n names) Declared(name string) bool { return slices.Contains(n, name) }
func (n names) Ends(last byte) bool {
	return slices.ContainsFunc(n, func(name string) bool { return name != "" && name[len(name)-1] == last })
}

// found says what a text has, in the words of the tests: kind:text, and what was announced up to its end.
func found(text string, cuts func(text string) []string, tools ...string) string {
	got := foundBy(text, cuts, false, false, tools...)
	if complete := foundBy(text, cuts, true, false, tools...); complete != got {
		return "with the complete output at hand: " + complete + ", and without it: " + got
	}
	return got
}

// foundBy is found, with the complete output at hand or without it. at once: no text waits for more.
func foundBy(text string, cuts func(text string) []string, complete, atOnce bool, tools ...string) string {
	f := new(Finder)
	all := ""
	if complete {
		all = text
	}
	var declared Tools
	if len(tools) > 0 {
		declared = names(tools)
	}
	f.Begin(table(), "other", all, declared, new(work.Counter))
	at := 0
	for _, piece := range cuts(text) {
		if piece == "¦" { // something that isn't text
			f.Break()
		} else {
			f.Text(at, []byte(piece))
			if atOnce {
				f.settle()
			}
		}
		at += len(piece)
	}
	var out []string
	for _, l := range f.End(at) {
		s := fmt.Sprintf("%s %q", l.Kind, text[l.Start:l.End])
		if l.Kind == Announced {
			s += fmt.Sprintf(" to %d", l.Close)
		}
		out = append(out, s+" "+l.Family+l.Name)
	}
	return strings.Join(out, ", ")
}

// whole cuts a text only where something else is in it, and each byte everywhere.
func whole(text string) []string {
	var pieces []string
	for i, piece := range strings.Split(text, "¦") {
		if i > 0 {
			pieces = append(pieces, "¦")
		}
		pieces = append(pieces, piece)
	}
	return pieces
}

func each(text string) []string {
	var pieces []string
	for _, piece := range whole(text) {
		if piece == "¦" {
			pieces = append(pieces, piece)
			continue
		}
		for i := range len(piece) {
			pieces = append(pieces, piece[i:i+1])
		}
	}
	return pieces
}

func TestFinder(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"nothing", "Plain text, with a < b and [x] in {it}.", ""},
		{"a closer", "Done.</tool_call>", `MARKER "</tool_call>" tags`},
		{"a marker of another family", "Done.[TOOL_CALLS]", `MARKER "[TOOL_CALLS]" tokens`},
		{"a tag in another case", "a <TOOL_CALL> b", `MARKER "<TOOL_CALL>" tags`},
		{"a token in another case is a word", "a [tool_calls] b", ""},
		{"a marker that is cut off", "a <tool_call b", `MARKER "<tool_call" tags`},
		{"a marker cut off at the end", "a <tool_c", `MARKER "<tool_c" tags`},
		{"the end of a turn, with which a marker begins", "a<|im_end|>", ""},
		{"the end of a turn, cut off", "a<|im_e", ""},
		{"a marker that begins with the end of a turn, cut off", "a<|im_end|>\n<|im_st", `MARKER "<|im_end|>\n<|im_st" tokens`},
		{"too little of a marker", "a <too", ""},
		{"another word", "a <tool_calling> b", ""},
		{"white space in a marker", "a < ｜X｜ calls> <｜X｜  calls >", `MARKER "<｜X｜  calls >" tags`},
		{"a plain tag before a name", "<function=f>", `MARKER "<function=" tags`},
		{"a plain tag with an attribute", `<function  name="f">`, `MARKER "<function  name=" tags`},
		{"a plain tag alone", "a <function> b", `MARKER "<function>" tags`},
		{"a plain tag behind a word", "list<function> and C<function>", ""},
		{"a plain tag at the end", "a <function", `MARKER "<function" tags`},
		{"a header of C++", "#include <functional>", ""},
		{"a plain tag in prose", "x <function b", ""},
		{"a tag of HTML", "a <search> b", ""},
		{"the tag of an argument", "<parameter=a>b</parameter>", ""},
		{"a usual word, and marks without letters", "functools and >>> [ARGS]", ""},
		{"a word in brackets before an object", `f[ARGS]{"a": 1}`, `MARKER "[ARGS]{" tags`},
		{"the end of a turn", "Done.<|im_end|> <think>", ""},
		{"in inline code", "Write `<tool_call>` here", ""},
		{"behind inline code", "`a` <tool_call> b", `MARKER "<tool_call>" tags`},
		{"inline code ends with its line", "`a\n<tool_call> b", `MARKER "<tool_call>" tags`},
		{"in a fence", "```\n<tool_call>\n```\nb", ""},
		{"behind a fence", "```\na\n```\n<tool_call> b", `MARKER "<tool_call>" tags`},
		{"directly behind a fence", "```\na\n```<tool_call> b", `MARKER "<tool_call>" tags`},
		{"a fence that no marker closes", "```\na\n```<div>\n<tool_call> b", ""},
		{"an open fence", "~~~ x\n<tool_call>", ""},
		{"announced", "<tool_call>\n<x>f</x>\n</tool_call> b <tool_call> c", `ANNOUNCED "<tool_call>" to 33 tags, MARKER "<tool_call>" tags`},
		{"announced, without a closer", "a <tool_call>{b}", `MARKER "<tool_call>" tags`},
		{"announced twice", "<tool_call>{a <tool_call>[b]</tool_call>", `MARKER "<tool_call>" tags, ANNOUNCED "<tool_call>" to 40 tags`},
		{"nothing is between tokens", "<|call|> <|/call|>", `MARKER "<|call|>" tokens, MARKER "<|/call|>" tokens`},
		{"an empty list", "<tool_call>[ ]</tool_call>", `MARKER "<tool_call>" tags, MARKER "</tool_call>" tags`},
		{"a result that the model invents", "<tool_result>\n<tool_call>{b}</tool_call>\n</tool_result>\n</tool_call>", `MARKER "</tool_call>" tags`},
		{"nothing is announced", "<tool_call>\n</tool_call>", `MARKER "<tool_call>" tags, MARKER "</tool_call>" tags`},
		{"prose follows", "<tool_call> is a tag", `MARKER "<tool_call>" tags`},
		{"a call follows", "<tool_call>{a ¦ </tool_call>", `MARKER "<tool_call>" tags, MARKER "</tool_call>" tags`},
		{"a call is directly behind", "<tool_call>¦{", `MARKER "<tool_call>" tags`},
		{"a doubled bracket", "<<tool_call> b", `MARKER "<tool_call>" tags`},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, cuts := range []func(string) []string{whole, each} {
				if got := found(test.text, cuts); got != test.want {
					t.Errorf("%q: got %s, want %s", test.text, got, test.want)
				}
			}
		})
	}
}

func TestDeclaredNames(t *testing.T) {
	const f = `DECLARED_NAME "f" f`
	for _, test := range []struct{ name, text, want string }{
		{"in a tag", "<f>\nOslo\n</f>", f},
		{"in a tag with attributes", `a <f b="c"/>`, f},
		{"in a closing tag", "a</f>", f},
		{"a longer word", "<fa> </fa> [fa(] fa({ name=fa", ""},
		{"in brackets", "see [f]", f},
		{"a call in brackets", "[f(a=1)]", f},
		{"a link", "see [f](http://a) [f][1] [f]: b", ""},
		{"an index, and type parameters", "a[f] list<f>", ""},
		{"a list of words", "[f, g]", ""},
		{"in an attribute", `<x name="f">`, f},
		{"assigned to a tool", "tool=f to=f", f},
		{"in another attribute", "rename=f class=f", ""},
		{"behind tool:", "[tool:f] [tool: f]", f},
		{"behind tool_name", "<tool_name>f</tool_name>", f},
		{"a word of HTML that names a tool", "[tool:search]", `DECLARED_NAME "search" search`},
		{"a word of HTML as the name of a field", `<input name="search">`, ""},
		{"before arguments", `f({"a": 1})`, f},
		{"before an object", `a f{"a": 1}`, f},
		{"before braces without a key", `f{a} f {"a"}`, ""},
		{"numbered", `functions.f:0{"a": 1}`, f},
		{"in prose", "f is called, f(1), f.", ""},
		{"HTML", "<search>a</search> [search]", ""},
		{"in quotation", "`<f>` ```\n<f>\n```", ""},
		{"behind a marker", "<tool_call> f\n{}</tool_call>", `ANNOUNCED "<tool_call>" to 28 tags`},
		{"at the end", "a <f", f},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, cuts := range []func(string) []string{whole, each} {
				if got := found(test.text, cuts, "f", "search"); got != test.want {
					t.Errorf("%q: got %s, want %s", test.text, got, test.want)
				}
			}
		})
	}
}

// What can be passed over in a complete text is read byte by byte in one that comes so. Texts of parts that mean something find
// where the two differ.
func TestWhatIsPassedBeginsNothing(t *testing.T) {
	parts := []string{
		"`", "``", "```", "~~~", "~", "\n", " ", "  ", "a", "f", "search", "<", "</", ">", "/", "[", "]", "(", ")", "{", "{\"", "({", "=", "name=", "tool=", "to=",
		"tool", "tool_name", ":", "functions.", "x.", ":0", "<tool_call>", "<TOOL_", "</tool_call>", "<function", "<function=", " name=", "<|call|>", "<|im_end|>", "[ARGS]", "[TOOL_CALLS]",
		"<｜X｜", " calls >", ">>>", "<tool_result>", "</tool_result>", "¦", strings.Repeat("n", 140),
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 4_000 {
		var b strings.Builder
		for range 1 + r.IntN(14) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		for _, tools := range [][]string{nil, {"f", "search"}} {
			want := foundBy(b.String(), each, false, true, tools...)
			for _, cuts := range []func(string) []string{whole, each} {
				if got := found(b.String(), cuts, tools...); got != want {
					t.Fatalf("%q, tools %q: in %d pieces %s, byte by byte %s", b.String(), tools, len(cuts(b.String())), got, want)
				}
			}
		}
	}
}

func TestThoughtsHaveNoLeaks(t *testing.T) {
	f := new(Finder)
	f.Begin(table(), "tags", "", nil, new(work.Counter))
	f.Thought(true)
	f.Text(0, []byte("`<tool_call>"))
	f.Thought(false)
	f.Text(12, []byte("a<tool_call>"))
	if got := f.End(24); len(got) != 1 || got[0].Start != 13 {
		t.Errorf("got %v", got)
	}
}

func TestTheFirstLeaksAreFound(t *testing.T) {
	f := new(Finder)
	f.Begin(table(), "tags", "", nil, new(work.Counter))
	text := strings.Repeat("<tool_call> ", 1000)
	f.Text(0, []byte(text))
	if got := f.End(len(text)); len(got) != Most {
		t.Errorf("got %d", len(got))
	}
}

func TestEachByteIsLookedAtFewTimes(t *testing.T) {
	for _, text := range []string{"<tool_c", "f{", "f({", "`", "<f", "[f", "name=", "<｜X｜ ", "word "} {
		v := new(work.Counter)
		f := new(Finder)
		f.Begin(table(), "tags", "", names{}, v)
		long := []byte(strings.Repeat(text, 10_000))
		for i := range long {
			f.Text(i, long[i:i+1])
		}
		f.End(len(long))
		if n := v.N(); n > 3*len(long) {
			t.Errorf("%q: %d looks at %d bytes", text, n, len(long))
		}
	}
}

// A word before a brace is looked at only if it ends as a declared name does.
func TestOtherWordsArePassed(t *testing.T) {
	text := strings.Repeat("configuration{a} ", 1000)
	f, v := new(Finder), new(work.Counter)
	f.Begin(table(), "tags", text, names{"get_weather"}, v)
	f.Text(0, []byte(text))
	if got := f.End(len(text)); len(got) > 0 {
		t.Errorf("leaks: %v", got)
	}
	if v.N() > len(text)*5/4 {
		t.Errorf("%d looks at %d bytes", v.N(), len(text))
	}
}
