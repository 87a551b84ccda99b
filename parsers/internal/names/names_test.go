package names_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

var tools = parsers.NewTools([]parsers.Tool{{Name: "get_time"}, {Name: "f"}, {Name: "my tool"}, {Name: "a:b"}, {Name: "g("}, {Name: "end:"}})

func TestTrue(t *testing.T) {
	for _, c := range []struct {
		name, want string
		kind       repair.Kind
	}{
		{"f", "f", 0},
		{"unknown", "unknown", 0},
		{`"f"`, "f", repair.QuoteStyle},
		{"“f”", "f", repair.QuoteStyle},
		{"‘f’", "f", repair.QuoteStyle},
		{"functions.f", "f", repair.ToolName},
		{"functions.'f'", "f", repair.ToolName},
		{"'functions.f'", "f", repair.ToolName},
		{"functions.g", "functions.g", 0},
		{`get\_time`, "get_time", repair.ToolName},
		{`functions.get\_time`, "get_time", repair.ToolName},
		{`not\_known`, `not\_known`, 0},
		{"f<|call|>", "f", repair.ToolName},
		{"h<|call|>", "h<|call|>", 0},
	} {
		got, kind := names.True(new(work.Counter), &parsers.Config{Tools: tools}, []byte(c.name))
		if string(got) != c.want || kind != c.kind {
			t.Errorf("True(%q) = %q, %v; want %q, %v", c.name, got, kind, c.want, c.kind)
		}
	}
	strict := &parsers.Config{Tools: tools, Options: parsers.Options{DisableRepair: true}}
	if got, kind := names.True(new(work.Counter), strict, []byte(`"f"`)); string(got) != `"f"` || kind != 0 {
		t.Errorf("without repairs: %q, %v", got, kind)
	}
}

func TestValid(t *testing.T) {
	for _, c := range []struct {
		name                          string
		plain, valid, written, damage bool
	}{
		{"get_time-2", true, true, true, false},
		{"a.b", false, true, true, false},
		{"größe", false, true, true, false},
		{"", false, false, false, false},
		{"two words", false, false, false, false},
		{"my tool", false, true, true, false},
		{"a\x00", false, false, false, false},
		{"a\u00a0b", false, false, false, false},
		{"functions.", false, false, true, false},
		{"x:", false, false, true, false},
		{"end:", false, true, true, false},
		{"x(", false, true, true, true},
		{"g(", false, true, true, false},
		{`a"b`, false, true, true, true},
	} {
		name := []byte(c.name)
		if got := names.Plain(name); got != c.plain {
			t.Errorf("Plain(%q) = %v", c.name, got)
		}
		if got := names.Valid(tools, name); got != c.valid {
			t.Errorf("Valid(%q) = %v", c.name, got)
		}
		if got := names.Written(tools, name); got != c.written {
			t.Errorf("Written(%q) = %v", c.name, got)
		}
		if got := names.Damaged(tools, name); got != c.damage {
			t.Errorf("Damaged(%q) = %v", c.name, got)
		}
		if got := names.Sound(tools, name); got != (c.valid && !c.damage) {
			t.Errorf("Sound(%q) = %v", c.name, got)
		}
	}
	for begin, want := range map[string]bool{"": true, "get_": true, "get time": false, "a\n": false} {
		if got := names.Begins([]byte(begin)); got != want {
			t.Errorf("Begins(%q) = %v", begin, got)
		}
	}
}

func TestSuffix(t *testing.T) {
	for name, want := range map[string]string{"mcp:get_time": "get_time", "x.y:f": "f", "x:a:b": "a:b", "f": "", "x:h": ""} {
		got, ok := names.Suffix(new(work.Counter), &parsers.Config{Tools: tools}, []byte(name), ":.")
		if string(got) != want || ok != (want != "") {
			t.Errorf("Suffix(%q) = %q, %v", name, got, ok)
		}
	}
}

func TestDoubled(t *testing.T) {
	for name, want := range map[string]string{"f.f": "f", "get_time.get_time": "get_time", "h.h": "h.h", "f.g": "f.g", "f": "f"} {
		got, repaired := names.Doubled(&parsers.Config{Tools: tools}, []byte(name))
		if string(got) != want || repaired != (want != name) {
			t.Errorf("Doubled(%q) = %q, %v", name, got, repaired)
		}
	}
}

// A name with white space is read up to the end of the declared one, but not into a longer word.
func TestSpaced(t *testing.T) {
	spaced := []string{"my tool box", "my tool"}
	for _, c := range []struct {
		text  string
		final bool
		want  match.Answer
	}{
		{"my tool(", false, 7}, {"my tool box(", false, 11}, {"my to", false, match.More}, {"my to", true, match.No},
		{"my tool", false, match.More}, {"my tool", true, 7}, {"my toolbox", true, match.No}, {"your tool", false, match.No},
	} {
		if got := names.Spaced(spaced, []byte(c.text), c.final); got != c.want {
			t.Errorf("Spaced(%q, %v) = %v; want %v", c.text, c.final, got, c.want)
		}
	}
	for text, want := range map[string]bool{"my": true, "my tool box and": true, "your": false} {
		if got := names.MayBeSpaced(spaced, []byte(text)); got != want {
			t.Errorf("MayBeSpaced(%q) = %v", text, got)
		}
	}
}

func TestQuotes(t *testing.T) {
	for text, want := range map[string]string{
		`"x"`: "x", `'x'`: "x", "“x”": "x", "„x“": "x", "‚x‘": "x", `“x"`: "x", `"x'`: "", `"x”`: "", `"x`: "", `""`: "", "x": "", "": "",
	} {
		got, ok := names.Unquoted([]byte(text))
		if string(got) != want || ok != (want != "") {
			t.Errorf("Unquoted(%q) = %q, %v", text, got, ok)
		}
	}
	for _, c := range []struct {
		open, text string
		at, width  int
	}{
		{`"`, `ab" c`, 2, 1}, {`"`, `ab' c`, 5, 0}, {"“", "ab” c", 2, 3}, {"“", `ab" c`, 2, 1}, {"“", "ab’ c", 7, 0}, {"“", "ab\xe2\x80", 2, 0},
	} {
		if at, width := names.QuoteAt([]byte(c.open)).End(new(work.Counter), []byte(c.text)); at != c.at || width != c.width {
			t.Errorf("the quote %s in %q ends at %d, %d; want %d, %d", c.open, c.text, at, width, c.at, c.width)
		}
	}
	for c, want := range map[byte]bool{'"': true, '\'': true, names.Typographic: true, '`': false} {
		if names.BeginsQuote(c) != want {
			t.Errorf("BeginsQuote(%q)", c)
		}
	}
}
