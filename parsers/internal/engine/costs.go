package engine

import (
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
)

// costs decides the penalty of a call for what failed, or was thought, before it.
type costs struct {
	_     marks.NoCopy
	cur   *cursor.Cursor
	marks *marks.Marks

	costsState
}

// costsState is what is known of the output that is being read.
type costsState struct {
	penalty    int           // a call that starts here has a penalty of 0.3; -1: nowhere
	quotedCall int           // a call that starts here may be quoted in one that failed; -1: nowhere
	drafts     int           // a call that starts before this has a penalty of 0.3: it was in a thought, or in a string of what failed or was cut off
	called     int           // the last call begins here
	textCalls  int           // calls in running text and in fences
	cutOff     bool          // a call was accepted that the end of the output cut off
	fuel       recovery.Fuel // of all searches for quotes
}

// reset makes the costs ready for another output.
func (co *costs) reset() {
	co.costsState = costsState{}
	co.penalty, co.quotedCall = -1, -1
}

// begins notes that a call begins at offset at.
func (co *costs) begins(at int) { co.called = at }

// CountTextCall implements [place.Costs].
func (co *costs) CountTextCall() { co.textCalls++ }

// TextCalls implements [place.Costs].
func (co *costs) TextCalls() int { return co.textCalls }

// CutOffHere implements [place.Costs].
func (co *costs) CutOffHere() { co.cutOff = true }

// CutOff reports whether the call that the output ended in was accepted: what
// is missing at its end is no repair.
func (co *costs) CutOff() bool { return co.cutOff }

func (co *costs) refuel(fuel recovery.Fuel) { co.fuel = fuel }

// Fuel implements [place.Costs].
func (co *costs) Fuel() *recovery.Fuel { return &co.fuel }

// Penalize gives a call that starts at offset at a penalty of 0.3: the call was in a candidate
// that failed.
func (co *costs) Penalize(at int) { co.penalty = at }

// PenalizeTo gives all calls that start before offset end a penalty of 0.3.
func (co *costs) PenalizeTo(end int) { co.drafts = max(co.drafts, end) }

// Penalized reports whether a call that starts at offset at has a penalty of 0.3. A call directly
// behind a failed call without a closer has one, too: it may be part of the failed call.
func (co *costs) Penalized(at int) bool {
	return co.penalty == at || at < co.drafts || at == co.cur.Failed && at > 0 && !co.marks.FailedEnded()
}

// passPenalty gives a call that starts at offset end the penalty of one at offset at: the text
// between them belongs to the call.
func (co *costs) passPenalty(at, end int) {
	if co.Penalized(at) {
		co.Penalize(end)
	}
}

// MayQuote notes that a call which starts at offset at may be quoted in one that failed.
func (co *costs) MayQuote(at int) { co.quotedCall = at }

// Quoted reports whether a call that starts at offset at may be quoted in one that failed.
func (co *costs) Quoted(at int) bool { return co.quotedCall == at }
