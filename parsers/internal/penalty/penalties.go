// Package penalty decides the penalty of a call for what failed, or was thought, before it. It also decides whether something
// quotes a call that ended: the failed call before it, a string of text, or text that follows.
package penalty

import (
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
)

// Penalties is what is known of the calls, and of what failed, so far.
type Penalties struct {
	_       buffers.NoCopy
	markers *markers.Finder

	state
}

// state is what is known of the output that is being read.
type state struct {
	penalty    int             // a call that starts here has a penalty of 0.3; -1: nowhere
	quotedCall int             // a call that starts here may be quoted in one that failed; -1: nowhere
	drafts     int             // a call that starts before this has a penalty of 0.3: it was in a thought, or in a string of what failed or was cut off
	LastCall   int             // the last call begins here
	textCalls  int             // calls in running text and in fences
	cutOff     bool            // a call was accepted that the end of the output cut off
	budget     recovery.Budget // of all searches for quotes
	inner      inner           // a call that may be quoted in what is before it
	line       line            // JSON that begins a line
}

// Init makes the penalties a part of a parser.
func (pe *Penalties) Init(ms *markers.Finder) { pe.markers = ms }

// Reset makes the penalties ready for another output.
func (pe *Penalties) Reset() {
	pe.state = state{}
	pe.penalty, pe.quotedCall = -1, -1
}

// CountTextCall implements [body.Penalties].
func (pe *Penalties) CountTextCall() { pe.textCalls++ }

// TextCalls implements [body.Penalties].
func (pe *Penalties) TextCalls() int { return pe.textCalls }

// CutOffHere implements [body.Penalties].
func (pe *Penalties) CutOffHere() { pe.cutOff = true }

// CutOff reports whether the call that the output ended in was accepted: what
// is missing at its end is no repair.
func (pe *Penalties) CutOff() bool { return pe.cutOff }

// Budget implements [body.Penalties].
func (pe *Penalties) Budget() *recovery.Budget { return &pe.budget }

// Penalize gives a call that starts at offset at a penalty of 0.3: the call was in a candidate
// that failed.
func (pe *Penalties) Penalize(at int) { pe.penalty = at }

// PenalizeTo gives all calls that start before offset end a penalty of 0.3.
func (pe *Penalties) PenalizeTo(end int) { pe.drafts = max(pe.drafts, end) }

// Penalized reports whether a call that starts at offset at has a penalty of 0.3. A call directly
// behind a failed call without a closer has one, too: it may be part of the failed call.
func (pe *Penalties) Penalized(at int) bool {
	return pe.penalty == at || at < pe.drafts || at == pe.markers.Cur.Failed && at > 0 && !pe.markers.FailedEnded()
}

// PassPenalty gives a call that starts at offset end the penalty of one at offset at: the text
// between them belongs to the call.
func (pe *Penalties) PassPenalty(at, end int) {
	if pe.Penalized(at) {
		pe.Penalize(end)
	}
}

// MayQuote notes that a call which starts at offset at may be quoted in one that failed.
func (pe *Penalties) MayQuote(at int) { pe.quotedCall = at }

// Quoted reports whether a call that starts at offset at may be quoted in one that failed.
func (pe *Penalties) Quoted(at int) bool { return pe.quotedCall == at }
