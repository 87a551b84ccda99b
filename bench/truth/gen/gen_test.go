package gen

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/bench/form"
)

func source(t *testing.T, seed uint64) *Source {
	t.Helper()
	s, err := New(Options{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestACaseFollowsFromSeedAndNumber(t *testing.T) {
	a, b, other := source(t, 7), source(t, 7), source(t, 8)
	differs := false
	for _, i := range []uint64{40, 3, 1000} {
		if !reflect.DeepEqual(a.Case(i), b.Case(i)) {
			t.Errorf("case %d isn't the same twice", i)
		}
		differs = differs || a.Case(i).Output != other.Case(i).Output
	}
	if !differs {
		t.Error("another seed makes the same cases")
	}
}

// Every kind of damage and every form comes up.
func TestAllKindsAndForms(t *testing.T) {
	s := source(t, 1)
	seen := map[string]bool{}
	for i := range uint64(4000) {
		c := s.Case(i)
		seen[c.Form.Name] = true
		if len(c.Damages) == 1 && c.Changed {
			seen[c.Kind()] = true
		}
		if len(c.Damages) == 0 && c.Changed {
			t.Fatalf("case %d changed without damage", i)
		}
	}
	for _, f := range form.All() {
		if !seen[f.Name] {
			t.Errorf("no case of %s", f.Name)
		}
	}
	for _, kind := range Kinds() {
		if !seen[kind] && kind != "events_interleaved" { // of one form alone
			t.Errorf("no case of %s", kind)
		}
	}
}

func formNamed(t *testing.T, name string) *form.Form {
	t.Helper()
	i := slices.IndexFunc(form.All(), func(f *form.Form) bool { return f.Name == name })
	if i < 0 {
		t.Fatalf("no form %s", name)
	}
	return form.All()[i]
}

// answer is one call of f with these arguments.
func answer(pairs ...string) form.Answer {
	args := form.Value{Type: form.Object}
	for i := 0; i < len(pairs); i += 2 {
		args.Keys, args.Items = append(args.Keys, pairs[i]), append(args.Items, form.Str(pairs[i+1]))
	}
	return form.Answer{Calls: []form.Call{{Name: "f", Args: args}}}
}

func TestUndecidable(t *testing.T) {
	for _, tt := range []struct {
		about, form string
		truth       form.Answer
		kind        string // none: undamaged
		output      string // what the damage makes
		want        bool
	}{
		{"a plain value", "claude/invoke_xml", answer("a", "x"), "", "", false},
		{"a value that is two arguments", "claude/invoke_xml", answer("a", "x</parameter>\n<parameter name=\"b\">y"), "", "", true},
		{
			"a value that names an opener: no one means the longer value", "claude/invoke_xml",
			answer("a", "use <parameter name=\"x\"> here", "b", "y"), "", "", false,
		},
		{"a value that quotes a whole call", "hermes/tool_call", answer("a", "<tool_call>\n{}\n</tool_call>"), "", "", false},
		{"a value with the form's own delimiter", "gemma/tool_call", answer("a", `x<|"|>`), "", "", true},
		{"a doubled closer", "claude/invoke_xml", answer("a", "x"), "marker_doubled", "x</parameter></parameter>", false},
		{"a quote around a raw value may be its own", "claude/invoke_xml", answer("a", "x"), "value_quoted", `>"x"<`, true},
		{"a quote around JSON's isn't valid", "hermes/tool_call", answer("a", "x"), "delimiter_doubled", `""x"`, false},
		{"a backslash that is an escape, too", "hermes/tool_call", answer("a", `C:\new`), "backslashes_raw", `C:\new`, true},
		{
			"a value that was cut behind its own closers is a whole one", "qwen3_coder/xml seed",
			answer("a", "</parameter></function></seed:tool_call> x"), "cut", "</seed:tool_call>", true,
		},
		{"a damaged opener in a value is the form's", "qwen3_coder/xml", answer("a", "x", "b", "y"), "marker_word", "<param=b>", false},
	} {
		c := &Case{Form: formNamed(t, tt.form), Truth: tt.truth, Style: form.Styles[0]}
		found := tt.kind == ""
		if !found {
			c.Damages = []Damage{{Kind: tt.kind}}
			for i := range c.Edits() {
				c.Damages[0].Edit = i
				if c.Render(); strings.Contains(c.Output, tt.output) {
					found = true
					break
				}
			}
		}
		c.Render()
		if !found {
			t.Errorf("%s: no edit of %s makes %q", tt.about, tt.kind, tt.output)
			continue
		}
		if why, got := c.Undecidable(); got != tt.want {
			t.Errorf("%s: undecidable: %v (%s), want %v\n%s", tt.about, got, why, tt.want, c.Output)
		}
	}
}

func TestShrinkKeepsWhatMatters(t *testing.T) {
	c := &Case{
		Form: formNamed(t, "hermes/tool_call"), Style: form.Styles[2], Damages: []Damage{{Kind: "trailing_comma"}},
		Truth: answer("a", "a long text with a { in it, and more", "b", "other", "c", "text"),
	}
	c.Truth.Before = "I'll look."
	c.Render()
	small := Shrink(c, func(try *Case) bool { return try.Changed && strings.Contains(try.Output, "{ in") })
	if want := "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": \"{ in\",}}\n</tool_call>"; small.Output != want {
		t.Errorf("reduced to %q, want %q", small.Output, want)
	}
}
