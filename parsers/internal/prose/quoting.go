package prose

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/room"
)

// Quoting decides what opens and closes a quotation or a thought.
type Quoting struct {
	_     room.NoCopy
	prose *Prose
	due   Due
}

// Init makes it a part of a parser.
func (qt *Quoting) Init(pr *Prose) { qt.prose = pr }

// Due is the candidate that begins at the position: what opens an answer, behind a thought,
// or the calls that a fence's body begins with.
type Due struct{ Answer, Python bool }

// TakeDue is what is due. From here on, nothing is.
func (qt *Quoting) TakeDue() Due {
	d := qt.due
	qt.due = Due{}
	return d
}

// Run handles the run at the position, which may quote.
func (qt *Quoting) Run() bool {
	run, more := qt.prose.Cur.Run(qt.prose.Cur.Pos)
	if more {
		return false
	}
	q := &qt.prose.Quote
	switch {
	case q.Inline > 0:
		if run == fence.Of(fence.Code, q.Inline) {
			q.Inline = 0
		}
	case q.InFence():
		return qt.maybeCloseFence(run)
	case run.Code():
		q.openCode(run.Len, qt.prose.Cur.Pos+run.Len)
	case qt.prose.fences(run, qt.prose.Cur.Pos):
		return qt.openFence(run)
	}
	qt.prose.Cur.Pos += run.Len
	return true
}

// openFence opens the fence that begins with the run at the position. If a call failed in a fence around its
// arguments, the run that closes that fence is text, and opens nothing.
func (qt *Quoting) openFence(run fence.Run) bool {
	closes, more := false, false
	if qt.prose.LeftFence {
		closes, more = qt.prose.fenceLineEnds(qt.prose.Cur.Pos + run.Len)
		qt.prose.LeftFence = more
	}
	if more {
		return false
	}
	if qt.prose.Cur.Pos += run.Len; !closes {
		qt.prose.Quote.openFence(run, qt.prose.Cur.Pos, qt.prose.option != (optionWatch{}))
	}
	return true
}

// maybeCloseFence handles a run inside a fence.
func (qt *Quoting) maybeCloseFence(run fence.Run) bool {
	closes, more := qt.prose.ClosesFence(qt.prose.Cur.Pos, run, qt.prose.Quote.Opening)
	if more {
		return false
	}
	if closes && qt.prose.Quote.JSON {
		qt.prose.Cur.Text(qt.prose.Cur.Pos)
	}
	qt.prose.Cur.Pos += run.Len
	if closes {
		qt.closeFence()
	}
	return true
}

// closeFence ends the fence, the run up to the position being its closing.
func (qt *Quoting) closeFence() {
	if qt.prose.Quote.JSON {
		qt.prose.Cur.Markup(qt.prose.Cur.Pos, parsers.RoleClose)
	}
	qt.prose.closeFence()
}

// EndQuotation ends, at the end of the output, the fence that is still open.
func (qt *Quoting) EndQuotation() {
	if !qt.prose.Quote.JSON {
		return
	}
	if qt.prose.Quote.Called && !qt.prose.Costs.CutOff() {
		qt.prose.Cur.Handler.Amend(parsers.Repair{Kind: parsers.RepairMissingMarker, Offset: qt.prose.Cur.Mark})
	}
	qt.prose.Cur.Handler.Markup(qt.prose.Cur.Mark, nil, parsers.RoleClose)
}

// Newline ends what a line ends.
func (qt *Quoting) Newline() {
	qt.prose.Cur.Pos++
	qt.prose.LineBegins()
	qt.prose.lineEnds()
}

// jsonFence starts the body of a fence in which calls may be.
func (qt *Quoting) jsonFence() {
	counts := qt.prose.Rules.Grammar.JSON != nil && !qt.prose.NoJSON && !qt.prose.Marks.Gates.Fence && qt.prose.Quote.Think == 0
	qt.prose.Quote.beginBody(counts, false)
	if !counts {
		return
	}
	qt.textBeforeFence()
	qt.prose.Cur.Markup(qt.prose.Cur.Pos, parsers.RoleOpen)
}

// plainFence starts the body of any other fence: the body is text, as what is before it.
func (qt *Quoting) plainFence() { qt.prose.Quote.beginBody(false, false) }

// textBeforeFence reports the text before the fence whose line is read or was.
func (qt *Quoting) textBeforeFence() {
	qt.prose.Cur.Text(qt.prose.Quote.label - qt.prose.Quote.fence.Len)
}

// FenceRead makes the fence's closing part of the calls, if they were all of its body.
func (qt *Quoting) FenceRead(found bool) {
	if !found {
		qt.plainFence()
		return
	}
	qt.prose.Quote.beginBody(true, false)
	if len(qt.prose.Cur.Rest(qt.prose.Cur.Pos)) == 0 {
		qt.closeFence()
	}
}
