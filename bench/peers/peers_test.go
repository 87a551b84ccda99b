package main

import (
	"slices"
	"strings"
	"testing"
	"time"
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

// A scripted subject takes the time that is listed for a size, and three times that in its first
// turns at the largest size.
type scripted struct {
	times       [slots]time.Duration
	turns, busy int // at the largest size
}

func (s *scripted) Name() string                      { return "scripted" }
func (s *scripted) Serves(*Way, int) bool             { return true }
func (s *scripted) Load(int, *Output) (Answer, error) { return Answer{}, nil }

func (s *scripted) Run(slot, n int) (Cost, error) {
	took := s.times[slot]
	if slot == slots-1 {
		if s.turns++; s.turns <= s.busy {
			took *= 3
		}
	}
	return Cost{Time: took}, nil
}

// TestBusyMomentsAreNoGrowth has a row's turns taken again where twice the size seems to
// cost too much, and no longer than that: who grows does so after all of them.
func TestBusyMomentsAreNoGrowth(t *testing.T) {
	const ms = time.Millisecond
	for name, test := range map[string]struct {
		subject   scripted
		turns     int // with those to find out how many parses take one
		wantGrown bool
	}{
		"as it should be": {scripted{[slots]time.Duration{ms, 2 * ms, 4 * ms}, 0, 0}, 2 + 10, false},
		"busy at first":   {scripted{[slots]time.Duration{ms, 2 * ms, 4 * ms}, 0, 15}, 1 + 3*10, false},
		"quadratic":       {scripted{[slots]time.Duration{ms, 4 * ms, 16 * ms}, 0, 0}, 1 + maxAgain*10, true},
	} {
		c := &cell{Served: true}
		var runners []*runner
		for slot := range slots {
			r := &runner{subject: &test.subject, cell: c, slot: slot}
			if slot > 0 {
				r.smaller = runners[slot-1]
			}
			runners = append(runners, r)
		}
		b := &bench{rounds: 10, turn: 20 * ms}
		if err := b.race(runners); err != nil {
			t.Fatal(err)
		}
		if got := slices.ContainsFunc(c.Growth, tooMuch); got != test.wantGrown {
			t.Errorf("%s: growth is %v", name, c.Growth)
		}
		if test.subject.turns != test.turns {
			t.Errorf("%s: %d turns, want %d", name, test.subject.turns, test.turns)
		}
	}
}
