package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// quoting decides what opens and closes a quotation or a thought.
type quoting struct {
	_     noCopy
	cur   *cursor.Cursor
	rules *rules
	marks *marks
	costs *costs
	prose *prose

	due due
}

// due is the candidate that begins at the position: what opens an answer, behind a thought,
// or the calls that a fence's body begins with.
type due struct{ answer, python bool }

// takeDue is what is due, from here on nothing.
func (qt *quoting) takeDue() due {
	d := qt.due
	qt.due = due{}
	return d
}

// backticks handles the run of backticks at the position.
func (qt *quoting) backticks() bool {
	a := qt.cur.RunLength(qt.cur.Pos)
	if a == match.More {
		qt.cur.Text(qt.cur.Pos)
		return false
	}
	n, q := int(a), &qt.prose.quote
	switch {
	case q.inline > 0:
		if n == q.inline {
			q.closeCode()
		}
	case q.fence > 0:
		return qt.maybeCloseFence(n)
	case n < 3:
		q.openCode(n, qt.cur.Pos+n)
	default:
		closes, more := qt.closesLeft(n)
		if more {
			qt.cur.Text(qt.cur.Pos)
			return false
		}
		if qt.cur.Pos += n; closes {
			return true
		}
		q.openFence(n, qt.cur.Pos, qt.prose.option.introduced())
		return true
	}
	qt.cur.Pos += n
	return true
}

// closesLeft tells whether the run of n backticks at the position closes the fence around
// the arguments of a call that failed behind them. It is text, and opens nothing.
func (qt *quoting) closesLeft(n int) (yes, more bool) {
	if !qt.prose.leftFence {
		return false, false
	}
	yes, more = qt.prose.closesFence(qt.cur.Pos, n, false)
	qt.prose.leaveFence(more)
	return yes, more
}

// maybeCloseFence handles a run of n backticks inside a fence.
func (qt *quoting) maybeCloseFence(n int) bool {
	closes, more := qt.prose.closesFence(qt.cur.Pos, n, qt.prose.quote.opening)
	if more || closes && qt.prose.quote.json {
		qt.cur.Text(qt.cur.Pos)
	}
	if more {
		return false
	}
	qt.cur.Pos += n
	if closes {
		qt.closeFence()
	}
	return true
}

// closeFence ends the fence, the run up to the position being its closing.
func (qt *quoting) closeFence() {
	if qt.prose.quote.json {
		qt.cur.Markup(qt.cur.Pos, parsers.RoleClose)
	}
	qt.prose.closeFence()
}

// endQuotation ends, at the end of the output, the fence that is still open.
func (qt *quoting) endQuotation() {
	if !qt.prose.quote.json {
		return
	}
	if qt.prose.quote.called && !qt.costs.cutOff {
		qt.cur.Handler.Amend(parsers.Repair{Kind: parsers.RepairMissingMarker, Offset: qt.cur.Mark})
	}
	qt.cur.Handler.Markup(qt.cur.Mark, nil, parsers.RoleClose)
}

// newline ends what a line ends.
func (qt *quoting) newline() {
	qt.cur.Pos++
	qt.prose.LineBegins()
	qt.prose.lineEnds()
}

// jsonFence starts the body of a fence in which calls may stand.
func (qt *quoting) jsonFence() {
	counts := qt.rules.grammar.JSON != nil && !qt.prose.noJSON && !qt.marks.gates.fence && qt.prose.quote.think == 0
	qt.prose.quote.beginBody(counts, false)
	if !counts {
		return
	}
	qt.textBeforeFence()
	qt.cur.Markup(qt.cur.Pos, parsers.RoleOpen)
}

// plainFence starts the body of any other fence: it is text, as what stands before it.
func (qt *quoting) plainFence() { qt.prose.quote.beginBody(false, false) }

// textBeforeFence reports the text before the fence whose line is read or was.
func (qt *quoting) textBeforeFence() { qt.cur.Text(qt.prose.quote.label - qt.prose.quote.fence) }
