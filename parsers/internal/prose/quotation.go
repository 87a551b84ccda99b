package prose

import (
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/marks"
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
	Inline  int       // length of the run that quotes inline; 0: none
	behind  int       // where that run ends
	fence   fence.Run // that opened the fence, if there is one
	Opening bool      // still on the fence's opening line
	JSON    bool      // the fence's body starts like JSON
	block   bool      // it starts with a block's opener: only blocks count in it
	free    bool      // calls in the fence have a penalty of 0.3
	code    bool      // its label is that of Python calls
	Called  bool      // a call ended in the fence
	option  bool      // the fence was introduced as an option
	phase   fencePhase
	Think   marks.Thoughts // of the thought that is open; 0: none
	label   int            // offset of the fence's label
}

// openCode opens inline code behind a run of n bytes that ends at offset end.
func (q *quotation) openCode(n, end int) { q.Inline, q.behind = n, end }

// openFence opens a fence behind a run that ends at offset end.
func (q *quotation) openFence(run fence.Run, end int, option bool) {
	*q = quotation{fence: run, Opening: true, Think: q.Think, phase: fenceLabel, label: end, option: option}
}

// BodyDue reports whether a fence's opening line, or what is before its body, is being read.
func (q *quotation) BodyDue() bool { return q.phase != fenceBody }

// beginBody begins the fence's body; calls: some may be in it, or only blocks.
func (q *quotation) beginBody(calls, block bool) { q.phase, q.JSON, q.block = fenceBody, calls, block }

// closeFence closes the fence.
func (q *quotation) closeFence() { *q = quotation{Think: q.Think} }

// None reports whether nothing is open, neither a quotation nor a thought.
func (q *quotation) None() bool { return !q.Quoted() && q.Think == 0 }

// Quoted reports whether the position is in a quotation.
func (q *quotation) Quoted() bool { return q.Inline > 0 || q.InFence() }

// InFence reports whether the position is in a fence.
func (q *quotation) InFence() bool { return q.fence.Len > 0 }

// optionWatch looks for lines that introduce one of several options: the word
// "option", then digits or, behind white space, one letter, then ':', ')', '.', '*'
// or the line's end.
type optionWatch struct {
	line, before bool // this line, the line before, introduces an option: so a fence that opens here is one
}
