package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

type fencePhase uint8

const (
	fenceBody  fencePhase = iota // no fence line is being read
	fenceLabel                   // in the label
	fenceRest                    // after the label, on the opening line
	fenceInfo                    // in other words on the opening line
	fenceSpace                   // before the first byte of the body
)

// quotation is what the text to the left says about the position: whether it
// is quoted, in which fence it is, and in which thought.
type quotation struct {
	inline  int  // length of the run of backticks that quotes inline; 0: none
	behind  int  // where that run ends
	fence   int  // length of the run that opened the fence; 0: none
	opening bool // still on the fence's opening line
	json    bool // the fence's body starts like JSON
	block   bool // it starts with a block's opener: only blocks count in it
	free    bool // calls in the fence cost 0.3
	code    bool // its label is that of Python calls
	called  bool // a call ended in the fence
	option  bool // the fence was introduced as an option
	phase   fencePhase
	think   thoughtKinds // of the thought that is open; 0: none
	label   int          // offset of the fence's label
}

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

// none tells whether nothing is open, neither a quotation nor a thought.
func (q *quotation) none() bool { return !q.quoted() && q.think == 0 }

func (q *quotation) quoted() bool { return q.inline > 0 || q.fence > 0 }

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
			q.inline = 0
		}
	case q.fence > 0:
		return qt.maybeCloseFence(n)
	case n < 3:
		q.inline, q.behind = n, qt.cur.Pos+n
	default:
		closes, more := qt.closesLeft(n)
		if more {
			qt.cur.Text(qt.cur.Pos)
			return false
		}
		if qt.cur.Pos += n; closes {
			return true
		}
		*q = quotation{
			fence: n, opening: true, think: q.think,
			phase: fenceLabel, label: qt.cur.Pos, option: qt.prose.option.introduced(),
		}
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
	qt.prose.leftFence = more
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
	qt.prose.quote = quotation{think: qt.prose.quote.think}
	qt.prose.option = optionWatch{}
	qt.prose.after.active = false
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
	qt.prose.quote.inline, qt.prose.quote.opening = 0, false
	if qt.prose.quote.fence == 0 {
		qt.prose.option.newline()
	}
}

// jsonFence starts the body of a fence in which calls may stand.
func (qt *quoting) jsonFence() {
	qt.prose.quote.phase = fenceBody
	if qt.rules.grammar.JSON == nil || qt.prose.noJSON || qt.marks.gates.fence || qt.prose.quote.think != 0 {
		return
	}
	qt.prose.quote.json = true
	qt.textBeforeFence()
	qt.cur.Markup(qt.cur.Pos, parsers.RoleOpen)
}

// plainFence starts the body of any other fence: it is text, as what stands before it.
func (qt *quoting) plainFence() { qt.prose.quote.phase = fenceBody }

// textBeforeFence reports the text before the fence whose line is read or was.
func (qt *quoting) textBeforeFence() { qt.cur.Text(qt.prose.quote.label - qt.prose.quote.fence) }
