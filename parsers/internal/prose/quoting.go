package prose

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/room"
)

// Quoting decides what opens and closes a quotation or a thought.
type Quoting struct {
	_ room.NoCopy
	*Prose
	due Due
}

// Init makes it a part of a parser.
func (qt *Quoting) Init(pr *Prose) { qt.Prose = pr }

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
	run, more := qt.Cur.Run(qt.Cur.Pos)
	if more {
		return false
	}
	q := &qt.Prose.Quote
	switch {
	case q.Inline > 0:
		if run == fence.Of(fence.Code, q.Inline) {
			q.Inline = 0
		}
	case q.InFence():
		return qt.maybeCloseFence(run)
	case run.Code():
		q.openCode(run.Len, qt.Cur.Pos+run.Len)
	case qt.Prose.fences(run, qt.Cur.Pos):
		return qt.openFence(run)
	}
	qt.Cur.Pos += run.Len
	return true
}

// openFence opens the fence that begins with the run at the position. If a call failed in a fence around its
// arguments, the run that closes that fence is text, and opens nothing.
func (qt *Quoting) openFence(run fence.Run) bool {
	closes, more := false, false
	if qt.Prose.LeftFence {
		closes, more = qt.Prose.fenceLineEnds(qt.Cur.Pos + run.Len)
		qt.Prose.LeftFence = more
	}
	if more {
		return false
	}
	if qt.Cur.Pos += run.Len; !closes {
		qt.Prose.Quote.openFence(run, qt.Cur.Pos, qt.Prose.option != (optionWatch{}))
	}
	return true
}

// maybeCloseFence handles a run inside a fence.
func (qt *Quoting) maybeCloseFence(run fence.Run) bool {
	closes, more := qt.Prose.ClosesFence(qt.Cur.Pos, run, qt.Prose.Quote.Opening)
	if more {
		return false
	}
	if closes && qt.Prose.Quote.JSON {
		qt.Cur.Text(qt.Cur.Pos)
	}
	qt.Cur.Pos += run.Len
	if closes {
		qt.closeFence()
	}
	return true
}

// closeFence ends the fence, the run up to the position being its closing.
func (qt *Quoting) closeFence() {
	if qt.Prose.Quote.JSON {
		qt.Cur.Markup(qt.Cur.Pos, parsers.RoleClose)
	}
	qt.Prose.closeFence()
}

// EndQuotation ends, at the end of the output, the fence that is still open.
func (qt *Quoting) EndQuotation() {
	if !qt.Prose.Quote.JSON {
		return
	}
	if qt.Prose.Quote.Called && !qt.Costs.CutOff() {
		qt.Cur.Handler.Amend(parsers.Repair{Kind: parsers.RepairMissingMarker, Offset: qt.Cur.Mark})
	}
	qt.Cur.Handler.Markup(qt.Cur.Mark, nil, parsers.RoleClose)
}

// Newline ends what a line ends.
func (qt *Quoting) Newline() {
	qt.Cur.Pos++
	qt.Prose.LineBegins()
	qt.Prose.lineEnds()
}

// jsonFence starts the body of a fence in which calls may be.
func (qt *Quoting) jsonFence() {
	counts := qt.Rules.Grammar.JSON != nil && !qt.Prose.NoJSON && !qt.Marks.Gates.Fence && qt.Prose.Quote.Think == 0
	qt.Prose.Quote.beginBody(counts, false)
	if !counts {
		return
	}
	qt.textBeforeFence()
	qt.Cur.Markup(qt.Cur.Pos, parsers.RoleOpen)
}

// plainFence starts the body of any other fence: the body is text, as what is before it.
func (qt *Quoting) plainFence() { qt.Prose.Quote.beginBody(false, false) }

// textBeforeFence reports the text before the fence whose line is read or was.
func (qt *Quoting) textBeforeFence() { qt.Cur.Text(qt.Prose.Quote.label - qt.Prose.Quote.fence.Len) }

// FenceRead makes the fence's closing part of the calls, if they were all of its body.
func (qt *Quoting) FenceRead(found bool) {
	if !found {
		qt.plainFence()
		return
	}
	qt.Prose.Quote.beginBody(true, false)
	if len(qt.Cur.Rest(qt.Cur.Pos)) == 0 {
		qt.closeFence()
	}
}
