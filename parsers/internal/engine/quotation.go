package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/costs"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/marks"
)

// quoting decides what opens and closes a quotation or a thought.
type quoting struct {
	_     marks.NoCopy
	cur   *cursor.Cursor
	rules *marks.Rules
	marks *marks.Marks
	costs *costs.Costs
	prose *prose

	due due
}

// due is the candidate that begins at the position: what opens an answer, behind a thought,
// or the calls that a fence's body begins with.
type due struct{ answer, python bool }

// takeDue is what is due. From here on, nothing is.
func (qt *quoting) takeDue() due {
	d := qt.due
	qt.due = due{}
	return d
}

// run handles the run at the position, which may quote.
func (qt *quoting) run() bool {
	run, more := qt.cur.Run(qt.cur.Pos)
	if more {
		qt.cur.Text(qt.cur.Pos)
		return false
	}
	q := &qt.prose.quote
	switch {
	case q.inline > 0:
		if run == fence.Of(fence.Code, q.inline) {
			q.closeCode()
		}
	case q.inFence():
		return qt.maybeCloseFence(run)
	case run.Code():
		q.openCode(run.Len, qt.cur.Pos+run.Len)
	case qt.prose.fences(run, qt.cur.Pos):
		return qt.openFence(run)
	}
	qt.cur.Pos += run.Len
	return true
}

// openFence opens the fence that begins with the run at the position.
func (qt *quoting) openFence(run fence.Run) bool {
	closes, more := qt.closesLeft(run)
	if more {
		qt.cur.Text(qt.cur.Pos)
		return false
	}
	if qt.cur.Pos += run.Len; !closes {
		qt.prose.quote.openFence(run, qt.cur.Pos, qt.prose.option.introduced())
	}
	return true
}

// closesLeft reports whether the run at the position closes the fence around the arguments
// of a call that failed behind them. Such a run is text, and opens nothing.
func (qt *quoting) closesLeft(run fence.Run) (yes, more bool) {
	if !qt.prose.leftFence {
		return false, false
	}
	yes, more = qt.prose.fenceLineEnds(qt.cur.Pos + run.Len)
	qt.prose.leaveFence(more)
	return yes, more
}

// maybeCloseFence handles a run inside a fence.
func (qt *quoting) maybeCloseFence(run fence.Run) bool {
	closes, more := qt.prose.closesFence(qt.cur.Pos, run, qt.prose.quote.opening)
	if more || closes && qt.prose.quote.json {
		qt.cur.Text(qt.cur.Pos)
	}
	if more {
		return false
	}
	qt.cur.Pos += run.Len
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
	if qt.prose.quote.called && !qt.costs.CutOff() {
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

// jsonFence starts the body of a fence in which calls may be.
func (qt *quoting) jsonFence() {
	counts := qt.rules.Grammar.JSON != nil && !qt.prose.noJSON && !qt.marks.Gates.Fence && qt.prose.quote.think == 0
	qt.prose.quote.beginBody(counts, false)
	if !counts {
		return
	}
	qt.textBeforeFence()
	qt.cur.Markup(qt.cur.Pos, parsers.RoleOpen)
}

// plainFence starts the body of any other fence: the body is text, as what is before it.
func (qt *quoting) plainFence() { qt.prose.quote.beginBody(false, false) }

// textBeforeFence reports the text before the fence whose line is read or was.
func (qt *quoting) textBeforeFence() { qt.cur.Text(qt.prose.quote.label - qt.prose.quote.fence.Len) }

// fenceRead makes the fence's closing part of the calls, if they were all of its body.
func (qt *quoting) fenceRead(found bool) {
	if !found {
		qt.plainFence()
		return
	}
	qt.prose.quote.beginBody(true, false)
	if len(qt.cur.Rest(qt.cur.Pos)) == 0 {
		qt.closeFence()
	}
}
