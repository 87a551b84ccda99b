package engine

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
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
// is quoted, and in which fence it is.
type quotation struct {
	inline  int  // length of the run of backticks that quotes inline; 0: none
	fence   int  // length of the run that opened the fence; 0: none
	opening bool // still on the fence's opening line
	json    bool // the fence's body starts like JSON
	free    bool // calls in the fence cost 0.3
	called  bool // a call ended in the fence
	option  bool // the fence was introduced as an option
	think   bool // inside <think>
	inThink bool // the quotation was opened inside <think>
	phase   fencePhase
	label   int // offset of the fence's label
}

// none tells whether nothing is open, neither a quotation nor <think>.
func (q *quotation) none() bool { return q.inline == 0 && q.fence == 0 && !q.think }

func (q *quotation) quoted() bool { return q.inline > 0 || q.fence > 0 }

func (q *quotation) openThink() { *q = quotation{think: true} }

func (q *quotation) closeThink() { *q = quotation{} }

// backticks handles the run of backticks at the position.
func (e *Engine) backticks() bool {
	n := e.RunLength(e.Pos)
	if n < 0 {
		e.Text(e.Pos)
		return false
	}
	q := &e.quote
	switch {
	case q.inline > 0:
		if n == q.inline {
			q.inline = 0
		}
	case q.fence > 0:
		return e.maybeCloseFence(n)
	case n < 3:
		q.inline, q.inThink = n, q.think
	default:
		e.Text(e.Pos)
		e.Pos += n
		*q = quotation{
			fence: n, opening: true, think: q.think, inThink: q.think,
			phase: fenceLabel, label: e.Pos, option: e.option.introduced(),
		}
		return true
	}
	e.Pos += n
	return true
}

// maybeCloseFence handles a run of n backticks inside a fence.
func (e *Engine) maybeCloseFence(n int) bool {
	q := &e.quote
	if n < q.fence {
		e.Pos += n
		return true
	}
	if !q.opening {
		closes, more := e.LineEnds(e.Pos + n)
		if more {
			e.Text(e.Pos)
			return false
		}
		if !closes {
			e.Pos += n
			return true
		}
	}
	e.Text(e.Pos)
	e.Pos += n
	e.closeFence()
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
	q := &e.quote
	q.inline = 0
	if q.fence == 0 {
		q.inThink = false
		e.option.newline()
	}
	q.opening = false
}

// fenceLine reads a fence's opening line and the white space after it: does
// the body start like JSON? False at the end of the window.
func (e *Engine) fenceLine() bool {
	q := &e.quote
	for q.phase != fenceBody {
		rest := e.Rest(e.Pos)
		if len(rest) == 0 {
			if e.Final {
				e.plainFence()
				break
			}
			return false
		}
		switch q.phase {
		case fenceLabel:
			e.fenceLabel(rest)
		case fenceRest:
			e.fenceRest(rest)
		case fenceInfo:
			if !e.fenceInfo(rest) {
				return false
			}
		case fenceSpace:
			if !e.fenceSpace(rest) {
				return false
			}
		}
	}
	return true
}

func (e *Engine) fenceLabel(rest []byte) {
	ends := " \t\r\n{[`"
	if e.quote.inThink {
		ends = " \t\r\n{[`<" // </think> ends the fence
	}
	n := bytes.IndexAny(rest, ends)
	if n < 0 {
		e.Pos += len(rest)
		return
	}
	e.Pos += n
	label := e.Slice(e.quote.label, e.Pos)
	if e.grammar.FenceFree != nil {
		e.quote.free = e.grammar.FenceFree(bytes.ToLower(label))
	}
	e.quote.phase = fenceRest
}

// fenceRest reads what follows the label on the opening line.
func (e *Engine) fenceRest(rest []byte) {
	n := len(rest) - len(bytes.TrimLeft(rest, " \t\r"))
	if n == len(rest) {
		e.Pos += n
		return
	}
	switch c := rest[n]; {
	case c == '{' || c == '[':
		e.Pos += n
		e.jsonFence()
	case c == '\n':
		e.Pos += n
		e.fenceLineEnds()
	default:
		e.quote.phase = fenceInfo
	}
}

// fenceInfo passes over other words on the opening line.
func (e *Engine) fenceInfo(rest []byte) bool {
	ends := "\n`pP"
	if e.quote.inThink {
		ends = "\n`pP<"
	}
	n := bytes.IndexAny(rest, ends)
	if n < 0 {
		n = len(rest)
	}
	e.Pos += n
	if n == len(rest) {
		return true
	}
	switch rest[n] {
	case '`':
		run := e.RunLength(e.Pos)
		if run < 0 {
			return false
		}
		if run >= e.quote.fence {
			e.plainFence() // closes on its opening line
			return true
		}
		e.Pos += run
	case '\n':
		e.fenceLineEnds()
	case '<':
		return e.marker()
	default:
		if !e.optionWord() {
			return false
		}
		e.quote.option = e.quote.option || e.option.line
	}
	return true
}

// fenceLineEnds handles the newline at the end of the opening line.
func (e *Engine) fenceLineEnds() {
	e.Pos++
	e.quote.opening = false
	e.quote.phase = fenceSpace
}

func (e *Engine) fenceSpace(rest []byte) bool {
	n, more := spaceLen(rest, e.Final)
	e.Pos += n
	if more {
		return false
	}
	if n < len(rest) && (rest[n] == '{' || rest[n] == '[') {
		e.jsonFence()
	} else {
		e.plainFence()
	}
	return true
}

// jsonFence starts the body of a fence in which calls may stand.
func (e *Engine) jsonFence() {
	e.quote.phase = fenceBody
	if e.grammar.JSON == nil || e.noJSON || e.quote.think {
		return
	}
	e.quote.json = true
	e.Markup(e.Pos, parsers.RoleOpen)
}

// plainFence starts the body of any other fence.
func (e *Engine) plainFence() {
	e.quote.phase = fenceBody
	e.Text(e.Pos)
}
