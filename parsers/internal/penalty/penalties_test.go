package penalty_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/penalty"
)

// sink is a handler that takes failed calls.
type sink struct{ parsers.Handler }

func (sink) InvalidCall(parsers.Invalid) {}

// start makes the costs of an output.
func start(output string) (*penalty.Penalties, *cursor.Cursor) {
	cur, cfg := new(cursor.Cursor), new(parsers.Config)
	cur.Reset(cfg, sink{})
	cur.Feed([]byte(output))
	co := new(penalty.Penalties)
	co.Init(&markers.Finder{Cur: cur, Triggers: markers.Compile(new(grammar.Grammar), nil, nil)})
	co.Reset()
	return co, cur
}

// penalized are the offsets at which a call has a penalty.
func penalized(co *penalty.Penalties, n int) (at []int) {
	for i := range n {
		if co.Penalized(i) {
			at = append(at, i)
		}
	}
	return at
}

func TestPenalties(t *testing.T) {
	co, _ := start("0123456789")
	check := func(what string, want ...int) {
		t.Helper()
		got := penalized(co, 10)
		if len(got) != len(want) {
			t.Fatalf("%s: got %v, want %v", what, got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%s: got %v, want %v", what, got, want)
			}
		}
	}
	check("at first")
	co.Penalize(4)
	check("one offset", 4)
	co.PassPenalty(5, 8)
	check("nothing to pass", 4)
	co.PassPenalty(4, 6)
	check("passed on", 6)
	co.PenalizeTo(3)
	co.PenalizeTo(2)
	check("all before an offset", 0, 1, 2, 6)
	co.Reset()
	check("another output")
}

// A call directly behind a failed call has a penalty, unless that ends with its closer.
func TestBehindFailed(t *testing.T) {
	for failed, want := range map[string]bool{"{oops": true, "{oops}": false, "[oops]": false, "f(x)": false} {
		co, cur := start(failed + "{}")
		cur.Invalid(len(failed), parsers.Invalid{})
		if got := co.Penalized(len(failed)); got != want {
			t.Errorf("behind %q: %v", failed, got)
		}
		if co.Penalized(len(failed) + 1) {
			t.Errorf("further behind %q there is a penalty", failed)
		}
	}
}

func TestCalls(t *testing.T) {
	co, _ := start("")
	if co.Quoted(0) || co.CutOff() || co.TextCalls() != 0 {
		t.Error("something is known at first")
	}
	co.MayQuote(7)
	co.CountTextCall()
	co.CountTextCall()
	co.CutOffHere()
	co.LastCall = 5
	if !co.Quoted(7) || co.Quoted(6) || !co.CutOff() || co.TextCalls() != 2 || co.LastCall != 5 {
		t.Errorf("got %v, %v, %d, %d", co.Quoted(7), co.CutOff(), co.TextCalls(), co.LastCall)
	}
	co.Reset()
	if co.Quoted(7) || co.CutOff() || co.TextCalls() != 0 || co.LastCall != 0 {
		t.Error("Reset forgets nothing")
	}
}
