package body

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/internal/match"
)

// A failed call ends before a marker that begins a call, or that ends JSON before it.
func TestMarkStops(t *testing.T) {
	for _, c := range []struct {
		mark Mark
		want bool
	}{
		{Mark{}, false}, {Mark{Opens: true}, false}, {Mark{Begins: true}, true},
		{Mark{Ends: EndsBlock}, true}, {Mark{Ends: EndsArguments}, true}, {Mark{Ends: EndsMessage}, true}, {Mark{Ends: EndsOutput}, true},
	} {
		if got := c.mark.Stops(); got != c.want {
			t.Errorf("%+v stops: %v", c.mark, got)
		}
	}
}

// markers has the same marker at each offset.
type markers struct {
	Markers
	mark   Mark
	answer match.Answer
}

func (m markers) MarkAt(int) (Mark, match.Answer) { return m.mark, m.answer }

// A marker that stops nothing is none to StopsAt. It says to wait where the marker's end is missing.
func TestStopsAt(t *testing.T) {
	for _, c := range []struct {
		mark   Mark
		answer match.Answer
		want   match.Answer
	}{
		{Mark{Begins: true}, 5, 5},
		{Mark{Ends: EndsBlock}, 5, 5},
		{Mark{Opens: true}, 5, match.No},
		{Mark{}, match.More, match.More},
		{Mark{Begins: true}, match.No, match.No},
	} {
		env := &Env{Markers: markers{mark: c.mark, answer: c.answer}}
		if got := env.StopsAt(0); got != c.want {
			t.Errorf("%+v, %v: got %v, want %v", c.mark, c.answer, got, c.want)
		}
	}
}

// A closing bracket without an open one closes nothing.
func TestBracketsClose(t *testing.T) {
	b := Brackets{Braces: 1, Brackets: 2}
	for i, want := range []Brackets{{0, 2}, {0, 2}, {0, 1}, {0, 1}, {0, 0}, {0, 0}} {
		if b.Close("}}])]]"[i]); b != want {
			t.Errorf("closed %d: got %+v, want %+v", i+1, b, want)
		}
	}
}
