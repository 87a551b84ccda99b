package prose

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/room"
)

// LineDue reports whether something may begin at the position that counts only there.
func (pr *Prose) LineDue() bool { return pr.LineWaits() || pr.Places.at == pr.Cur.Pos }

// LineWaits reports whether a line begins at the position that wasn't looked at.
func (pr *Prose) LineWaits() bool { return pr.line == pr.Cur.Pos }

// LineBegins notes that a line begins at the position, or that what counts at a line start only
// counts here, too.
func (pr *Prose) LineBegins() {
	pr.begun = pr.Cur.Pos
	m := pr.Marks.Triggers.Line
	if i := pr.Cur.Pos - pr.Cur.Base; m != nil && (i == len(pr.Cur.Win) || pr.Cur.Win[i] == m.First) {
		pr.line = pr.Cur.Pos
	}
	pr.Places.mayBegin(pr.Cur.Pos, pythoncall.OnLine)
}

// LinePassed notes that nothing begins at the line's start.
func (pr *Prose) LinePassed() { pr.line = -1 }

// dullLine reports whether the newline before next means nothing, as most newlines do. Then nothing
// that counts at a line start is behind it, and no option was introduced before it.
func (sk *Skipper) dullLine(next []byte) bool {
	if !sk.dullLines() {
		return false
	}
	if m := sk.Marks.Triggers.Line; m != nil && (len(next) == 0 || next[0] == m.First) {
		return false
	}
	return !sk.prose.Places.inText || !pythoncall.MayBegin(&sk.Place, next)
}

// dullLines reports whether most newlines mean nothing here: what is behind them decides.
func (sk *Skipper) dullLines() bool {
	return sk.prose.option == (optionWatch{}) && !sk.prose.Places.Chained
}

// newlines say what means something where most newlines mean nothing.
type newlines struct {
	firsts [256]bool // what a line may begin with that counts there
	tells  parsers.Tells
	pairs  *bytetable.Pairs // the same, to be searched for in long text; nil: there was none yet
}

// dullTells are what means something where most newlines mean nothing.
func (sk *Skipper) dullTells() *parsers.Tells {
	l := room.Made(&sk.newlines)
	if !sk.dullKnown {
		sk.dullKnown = true
		l.tells, l.firsts = sk.prose.plain.Tells, [256]bool{}
		l.tells.Line = &l.firsts
		if m := sk.Marks.Triggers.Line; m != nil {
			l.firsts[m.First] = true
		}
		if sk.prose.Places.inText {
			pythoncall.Firsts(&sk.Place, sk.Rules.Grammar.Python, &l.firsts)
		}
	}
	return &l.tells
}

// dullPairs are the pairs p, with only the newlines that may count where most mean nothing.
func (sk *Skipper) dullPairs(p *bytetable.Pairs) *bytetable.Pairs {
	if !sk.dullLong {
		sk.dullTells()
		l := sk.newlines
		*room.Made(&l.pairs), sk.dullLong = p.Newline(&l.firsts), true
	}
	return sk.newlines.pairs
}

// fences reports whether the run at offset at is one that opens or closes fences in running text.
func (pr *Prose) fences(run fence.Run, at int) bool {
	return run.Fences() && (run.Anywhere() || pr.starts(at))
}

// starts reports whether offset at is at the start of a line, or only some spaces are before it.
func (pr *Prose) starts(at int) bool { return at == pr.begun || fence.Starts(pr.Cur.Before(at)) }

// ClosesFence reports whether the run at offset at closes the fence; opening: the run is on the
// fence's opening line.
func (pr *Prose) ClosesFence(at int, run fence.Run, opening bool) (yes, more bool) {
	if yes = run.Closes(pr.Quote.fence) && pr.fences(run, at); !yes || opening {
		return yes, false
	}
	return pr.fenceLineEnds(at + run.Len)
}

// fenceLineEnds reports whether what is behind a run, at offset at, lets it close a fence: the
// line ends, or a marker begins.
func (pr *Prose) fenceLineEnds(at int) (yes, more bool) {
	if yes, more = pr.Cur.LineEnds(at); yes || more {
		return yes, more
	}
	m, a := pr.Marks.MarkerAt(at)
	return a.Yes() && m.IsTag(), a == match.More
}
