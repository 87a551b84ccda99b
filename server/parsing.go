package server

import (
	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/parsers"
)

// A parsing is how an output is parsed in turns of a call. It counts what that looks at, so that a turn in which
// other work was done before, or comes after, is no longer than others.
type parsing struct {
	turn *admit.Turn
	work parsers.Work
	// counted is how much of the work the turns have counted.
	counted int
	proceed func() error // between two turns, made once
}

func newParsing(turn *admit.Turn) *parsing {
	p := &parsing{turn: turn}
	p.proceed = func() error {
		p.counted = p.work.Visits() // by the turn that ends
		return p.turn.Proceed()
	}
	p.work.Long(func(do func()) {
		_ = turn.Long(do) // who has left ends where the parse proceeds next
	})
	return p
}

// inTurn parses what is about n bytes, with proceed, and a configuration that has work.
func (p *parsing) inTurn(n int, parse func() error) error {
	n = min(n, admit.TurnBytes)
	if err := p.turn.Spend(n); err != nil {
		return err
	}
	p.work.Used(p.turn.Spent() - n)
	p.counted = p.work.Visits() + n
	if err := parse(); err != nil {
		return err
	}
	return p.turn.Spend(max(p.work.Visits()-p.counted, 0))
}
