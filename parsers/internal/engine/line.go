package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// lineDue tells whether something may count at the position only.
func (e *Engine) lineDue() bool { return e.line == e.Pos || e.python.at == e.Pos }

// LineBegins says that a line begins at the position, or that what counts at
// a line start only counts here.
func (e *Engine) LineBegins() {
	m := e.triggers.line
	if i := e.Pos - e.Base; m != nil && (m.atLine != nil || i == len(e.Win) || e.Win[i] == m.first()) {
		e.line = e.Pos
	}
	e.python.mayBegin(e.Pos, pythoncall.OnLine)
}

// dullLine tells whether the newline before next means nothing, as most do: what
// counts at a line start doesn't stand behind it, and no option was introduced before it.
func (e *Engine) dullLine(next []byte) bool {
	if !e.dullLines() {
		return false
	}
	if m := e.triggers.line; m != nil && (len(next) == 0 || next[0] == m.first()) {
		return false
	}
	return !e.python.inText || !pythoncall.MayBegin(&e.place, next)
}

// dullLines tells whether most newlines mean nothing here: what is behind them tells.
func (e *Engine) dullLines() bool {
	m := e.triggers.line
	return e.option == (optionWatch{}) && !e.python.chained && (m == nil || m.atLine == nil)
}

// newlines say what means something where most newlines mean nothing.
type newlines struct {
	firsts [256]bool // what a line may begin with that counts there
	tells  parsers.Tells
	pairs  *bytetable.Pairs // the same, to be searched for in long text; nil: there was none yet
}

// dullTells are what means something there.
func (e *Engine) dullTells() *parsers.Tells {
	if e.newlines == nil {
		e.newlines = new(newlines)
	}
	l := e.newlines
	if !e.dullKnown {
		e.dullKnown = true
		l.tells, l.firsts = e.plain.tells, [256]bool{}
		l.tells.Line = &l.firsts
		if m := e.triggers.line; m != nil {
			l.firsts[m.first()] = true
		}
		if e.python.inText {
			pythoncall.Firsts(&e.place, e.grammar.Python, &l.firsts)
		}
	}
	return &l.tells
}

// dullPairs are p where dull tells what newlines do.
func (e *Engine) dullPairs(p *bytetable.Pairs) *bytetable.Pairs {
	if !e.dullLong {
		e.dullTells()
		l := e.newlines
		if l.pairs == nil {
			l.pairs = new(bytetable.Pairs)
		}
		*l.pairs, e.dullLong = p.Newline(&l.firsts), true
	}
	return e.newlines.pairs
}

// lineTells tells whether the next byte will rule out, most likely, what is due at
// the position: the marker that is a text.
func (e *Engine) lineTells() bool {
	m := e.triggers.line
	return e.python.at != e.Pos && e.quote.think == 0 && m != nil && m.atLine == nil && m.Match == nil
}

// passLine tells whether that marker doesn't stand at the start of the piece.
func (e *Engine) passLine(piece []byte) bool {
	if len(piece) == 0 || piece[0] == e.triggers.line.first() {
		return false
	}
	e.line = -1
	return true
}

// matchLine tells whether the marker stands at offset at that counts at a line
// start only.
func (e *Engine) matchLine(at int) match.Answer {
	m := e.triggers.line
	if m.atLine != nil {
		return m.atLine(e, e.Rest(at))
	}
	return matchMarker(e.Visits, m, e.Rest(at), e.Final)
}

// closesFence tells whether the run of n backticks at offset at closes the
// fence, on whose opening line it may stand.
func (e *Engine) closesFence(at, n int, opening bool) (yes, more bool) {
	if n < e.quote.fence || opening {
		return n >= e.quote.fence, false
	}
	if yes, more = e.LineEnds(at + n); yes || more {
		return yes, more
	}
	m, a := e.MarkerAt(at + n)
	return a.Yes() && m.tag(), a == match.More
}
