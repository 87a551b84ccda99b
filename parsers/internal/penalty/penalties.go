// Package penalty decides the penalty of a call for what failed, or was thought, before it.
package penalty

import (
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
)

// Costs is what is known of the calls, and of what failed, so far.
type Costs struct {
	_     buffers.NoCopy
	marks *markers.Marks

	state
}

// state is what is known of the output that is being read.
type state struct {
	penalty    int           // a call that starts here has a penalty of 0.3; -1: nowhere
	quotedCall int           // a call that starts here may be quoted in one that failed; -1: nowhere
	drafts     int           // a call that starts before this has a penalty of 0.3: it was in a thought, or in a string of what failed or was cut off
	LastCall   int           // the last call begins here
	textCalls  int           // calls in running text and in fences
	cutOff     bool          // a call was accepted that the end of the output cut off
	fuel       recovery.Fuel // of all searches for quotes
}

// Init makes the costs a part of a parser.
func (co *Costs) Init(ms *markers.Marks) { co.marks = ms }

// Reset makes the costs ready for another output.
func (co *Costs) Reset() {
	co.state = state{}
	co.penalty, co.quotedCall = -1, -1
}

// CountTextCall implements [body.Costs].
func (co *Costs) CountTextCall() { co.textCalls++ }

// TextCalls implements [body.Costs].
func (co *Costs) TextCalls() int { return co.textCalls }

// CutOffHere implements [body.Costs].
func (co *Costs) CutOffHere() { co.cutOff = true }

// CutOff reports whether the call that the output ended in was accepted: what
// is missing at its end is no repair.
func (co *Costs) CutOff() bool { return co.cutOff }

// Fuel implements [body.Costs].
func (co *Costs) Fuel() *recovery.Fuel { return &co.fuel }

// Penalize gives a call that starts at offset at a penalty of 0.3: the call was in a candidate
// that failed.
func (co *Costs) Penalize(at int) { co.penalty = at }

// PenalizeTo gives all calls that start before offset end a penalty of 0.3.
func (co *Costs) PenalizeTo(end int) { co.drafts = max(co.drafts, end) }

// Penalized reports whether a call that starts at offset at has a penalty of 0.3. A call directly
// behind a failed call without a closer has one, too: it may be part of the failed call.
func (co *Costs) Penalized(at int) bool {
	return co.penalty == at || at < co.drafts || at == co.marks.Cur.Failed && at > 0 && !co.marks.FailedEnded()
}

// PassPenalty gives a call that starts at offset end the penalty of one at offset at: the text
// between them belongs to the call.
func (co *Costs) PassPenalty(at, end int) {
	if co.Penalized(at) {
		co.Penalize(end)
	}
}

// MayQuote notes that a call which starts at offset at may be quoted in one that failed.
func (co *Costs) MayQuote(at int) { co.quotedCall = at }

// Quoted reports whether a call that starts at offset at may be quoted in one that failed.
func (co *Costs) Quoted(at int) bool { return co.quotedCall == at }
