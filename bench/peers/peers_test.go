package main

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestProjectIsRight has this project parse every output in every cut: what a family
// writes is what the family reads.
func TestProjectIsRight(t *testing.T) {
	p, err := newProject()
	if err != nil {
		t.Fatal(err)
	}
	for i := range ways {
		for j := range scenarios {
			for _, cut := range cuts {
				o := output(&ways[i], &scenarios[j], min(scenarios[j].size, 8<<10), cut)
				parse, answer := p.Parser(o)
				parse()
				if a := answer(); a.wrong(&o.Want) != "" {
					t.Errorf("%s, %s, %s: wrong: %s", ways[i].Name, scenarios[j].name, cutName(cut), a.wrong(&o.Want))
				}
			}
		}
	}
}

func TestWrongAnswers(t *testing.T) {
	call := Call{Name: "f", Arguments: `{"a": 1, "b": "ü"}`}
	want := Answer{Calls: []Call{call}}
	for _, test := range []struct {
		name   string
		answer Answer
		want   string
	}{
		{"the same values", Answer{Calls: []Call{{"f", `{"b":"\u00fc","a":1.0}`}}, Text: "more"}, ""},
		{"none", Answer{}, "0 of 1 calls"},
		{"one too many", Answer{Calls: []Call{call, call}}, "2 of 1 calls"},
		{"another name", Answer{Calls: []Call{{"g", call.Arguments}}}, "the name"},
		{"another value", Answer{Calls: []Call{{"f", `{"a": "1", "b": "ü"}`}}}, "the arguments"},
		{"no JSON", Answer{Calls: []Call{{"f", `{"a": 1, "b": "ü"`}}}, "the arguments"},
		{"an error", Answer{Calls: []Call{call}, Fault: "broken"}, "an error"},
	} {
		if got := test.answer.wrong(&want); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
	lost := Answer{Text: "all of"}
	if got := lost.wrong(&Answer{Text: "all of it"}); got != "text lost" {
		t.Errorf("lost text: got %q", got)
	}
	if got := lost.wrong(&Answer{Text: " all\nof"}); got != "" {
		t.Errorf("white space: got %q", got)
	}
}

func TestPieces(t *testing.T) {
	const text = "It's <｜tool▁sep｜>in Zürich"
	for _, cut := range cuts {
		list := pieces(text, cut)
		if strings.Join(list, "") != text || cut != whole && !slices.Contains(list, "<｜tool▁sep｜>") {
			t.Errorf("%s: %q", cutName(cut), list)
		}
		for _, piece := range list {
			if !utf8.ValidString(piece) || cut != whole && specialToken(piece) > 0 && piece != "<｜tool▁sep｜>" {
				t.Errorf("%s: %q is cut within a character, or not behind a token", cutName(cut), piece)
			}
		}
	}
}
