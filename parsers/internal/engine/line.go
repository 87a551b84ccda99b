package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// lineDue reports whether something may begin at the position that counts only there.
func (pr *prose) lineDue() bool { return pr.line == pr.cur.Pos || pr.python.at == pr.cur.Pos }

// LineBegins notes that a line begins at the position, or that what counts at a line start only
// counts here, too.
func (pr *prose) LineBegins() {
	pr.begun = pr.cur.Pos
	m := pr.marks.Triggers.Line
	if i := pr.cur.Pos - pr.cur.Base; m != nil && (i == len(pr.cur.Win) || pr.cur.Win[i] == m.FirstByte()) {
		pr.line = pr.cur.Pos
	}
	pr.python.mayBegin(pr.cur.Pos, pythoncall.OnLine)
}

// linePassed notes that nothing begins at the line's start.
func (pr *prose) linePassed() { pr.line = -1 }

// dullLine reports whether the newline before next means nothing, as most newlines do. Then nothing
// that counts at a line start is behind it, and no option was introduced before it.
func (sk *skipper) dullLine(next []byte) bool {
	if !sk.dullLines() {
		return false
	}
	if m := sk.marks.Triggers.Line; m != nil && (len(next) == 0 || next[0] == m.FirstByte()) {
		return false
	}
	return !sk.prose.python.inText || !pythoncall.MayBegin(sk.place, next)
}

// dullLines reports whether most newlines mean nothing here: what is behind them decides.
func (sk *skipper) dullLines() bool {
	return sk.prose.option == (optionWatch{}) && !sk.prose.python.chained
}

// newlines say what means something where most newlines mean nothing.
type newlines struct {
	firsts [256]bool // what a line may begin with that counts there
	tells  parsers.Tells
	pairs  *bytetable.Pairs // the same, to be searched for in long text; nil: there was none yet
}

// dullTells are what means something where most newlines mean nothing.
func (sk *skipper) dullTells() *parsers.Tells {
	if sk.newlines == nil {
		sk.newlines = new(newlines)
	}
	l := sk.newlines
	if !sk.dullKnown {
		sk.dullKnown = true
		l.tells, l.firsts = sk.prose.plain.Tells, [256]bool{}
		l.tells.Line = &l.firsts
		if m := sk.marks.Triggers.Line; m != nil {
			l.firsts[m.FirstByte()] = true
		}
		if sk.prose.python.inText {
			pythoncall.Firsts(sk.place, sk.rules.Grammar.Python, &l.firsts)
		}
	}
	return &l.tells
}

// dullPairs are the pairs p, with only the newlines that may count where most mean nothing.
func (sk *skipper) dullPairs(p *bytetable.Pairs) *bytetable.Pairs {
	if !sk.dullLong {
		sk.dullTells()
		l := sk.newlines
		if l.pairs == nil {
			l.pairs = new(bytetable.Pairs)
		}
		*l.pairs, sk.dullLong = p.Newline(&l.firsts), true
	}
	return sk.newlines.pairs
}

// lineTells reports whether the next byte will most likely rule out what is due at the position,
// a marker that is a text.
func (sk *skipper) lineTells() bool {
	m := sk.marks.Triggers.Line
	return sk.prose.python.at != sk.cur.Pos && sk.prose.quote.think == 0 && m != nil && m.Match == nil
}

// passLine reports whether the marker that counts at a line start isn't at the start of the chunk.
func (sk *skipper) passLine(piece []byte) bool {
	if len(piece) == 0 || piece[0] == sk.marks.Triggers.Line.FirstByte() {
		return false
	}
	sk.prose.linePassed()
	return true
}

// fences reports whether the run at offset at is one that opens or closes fences in running text.
func (pr *prose) fences(run fence.Run, at int) bool {
	return run.Fences() && (run.Anywhere() || pr.starts(at))
}

// starts reports whether offset at is at the start of a line, or only some spaces are before it.
func (pr *prose) starts(at int) bool { return at == pr.begun || fence.Starts(pr.cur.Before(at)) }

// closesFence reports whether the run at offset at closes the fence; opening: the run is on the
// fence's opening line.
func (pr *prose) closesFence(at int, run fence.Run, opening bool) (yes, more bool) {
	if yes = run.Closes(pr.quote.fence) && pr.fences(run, at); !yes || opening {
		return yes, false
	}
	return pr.fenceLineEnds(at + run.Len)
}

// fenceLineEnds reports whether what is behind a run, at offset at, lets it close a fence: the
// line ends, or a marker begins.
func (pr *prose) fenceLineEnds(at int) (yes, more bool) {
	if yes, more = pr.cur.LineEnds(at); yes || more {
		return yes, more
	}
	m, a := pr.marks.MarkerAt(at)
	return a.Yes() && m.IsTag(), a == match.More
}
