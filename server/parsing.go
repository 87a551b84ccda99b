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
	// long: a tool has a long schema, which the parser reads at once.
	long bool
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
	return p
}

// longSchema is how many bytes of a schema are read in 5 ms, about.
const longSchema = 256 << 10

// of has it parse with these tools.
func (p *parsing) of(tools *parsers.Tools) {
	for i := range tools.Len() {
		p.long = p.long || len(tools.At(i).Parameters) > longSchema
	}
}

// inTurn parses what is about n bytes, with proceed, and a configuration that has work: in long turns, if that needs them.
func (p *parsing) inTurn(n int, parse func() error) error {
	if !p.long {
		return p.counting(n, parse)
	}
	turn, parsed := p.turn, error(nil)
	left := turn.InLong(func(long *admit.Turn) {
		defer func() { p.turn = turn }() // parse may panic
		p.turn = long
		parsed = p.counting(n, parse)
	})
	if parsed != nil {
		return parsed
	}
	return left
}

// counting is inTurn in the turn that is under way.
func (p *parsing) counting(n int, parse func() error) error {
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
