package engine

import (
	"github.com/toolparser/toolparser/parsers"
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

// none tells whether nothing is open, neither a quotation nor a thought.
func (q *quotation) none() bool { return !q.quoted() && q.think == 0 }

func (q *quotation) quoted() bool { return q.inline > 0 || q.fence > 0 }

// backticks handles the run of backticks at the position.
func (e *Engine) backticks() bool {
	a := e.RunLength(e.Pos)
	if a == match.More {
		e.Text(e.Pos)
		return false
	}
	n, q := int(a), &e.quote
	switch {
	case q.inline > 0:
		if n == q.inline {
			q.inline = 0
		}
	case q.fence > 0:
		return e.maybeCloseFence(n)
	case n < 3:
		q.inline, q.behind = n, e.Pos+n
	default:
		closes, more := e.closesLeft(n)
		if more {
			e.Text(e.Pos)
			return false
		}
		if e.Pos += n; closes {
			return true
		}
		*q = quotation{
			fence: n, opening: true, think: q.think,
			phase: fenceLabel, label: e.Pos, option: e.option.introduced(),
		}
		return true
	}
	e.Pos += n
	return true
}

// closesLeft tells whether the run of n backticks at the position closes the fence around
// the arguments of a call that failed behind them. It is text, and opens nothing.
func (e *Engine) closesLeft(n int) (yes, more bool) {
	if !e.leftFence {
		return false, false
	}
	yes, more = e.closesFence(e.Pos, n, false)
	e.leftFence = more
	return yes, more
}

// maybeCloseFence handles a run of n backticks inside a fence.
func (e *Engine) maybeCloseFence(n int) bool {
	closes, more := e.closesFence(e.Pos, n, e.quote.opening)
	if more || closes && e.quote.json {
		e.Text(e.Pos)
	}
	if more {
		return false
	}
	e.Pos += n
	if closes {
		e.closeFence()
	}
	return true
}

// closeFence ends the fence, the run up to the position being its closing.
func (e *Engine) closeFence() {
	if e.quote.json {
		e.Markup(e.Pos, parsers.RoleClose)
	}
	e.quote = quotation{think: e.quote.think}
	e.option = optionWatch{}
	e.after.active = false
}

// endQuotation ends, at the end of the output, the fence that is still open.
func (e *Engine) endQuotation() {
	if !e.quote.json {
		return
	}
	if e.quote.called && !e.cutOff {
		e.Handler.Amend(parsers.Repair{Kind: parsers.RepairMissingMarker, Offset: e.Mark})
	}
	e.Handler.Markup(e.Mark, nil, parsers.RoleClose)
}

// newline ends what a line ends.
func (e *Engine) newline() {
	e.Pos++
	e.LineBegins()
	e.quote.inline, e.quote.opening = 0, false
	if e.quote.fence == 0 {
		e.option.newline()
	}
}

// jsonFence starts the body of a fence in which calls may stand.
func (e *Engine) jsonFence() {
	e.quote.phase = fenceBody
	if e.grammar.JSON == nil || e.noJSON || e.gates.fence || e.quote.think != 0 {
		return
	}
	e.quote.json = true
	e.textBeforeFence()
	e.Markup(e.Pos, parsers.RoleOpen)
}

// plainFence starts the body of any other fence: it is text, as what stands before it.
func (e *Engine) plainFence() { e.quote.phase = fenceBody }

// textBeforeFence reports the text before the fence whose line is read or was.
func (e *Engine) textBeforeFence() { e.Text(e.quote.label - e.quote.fence) }
