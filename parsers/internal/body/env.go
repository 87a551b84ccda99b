// Package body defines what a body may ask about the text around it.
//
// A body reads one kind of call. It knows the cursor, its lexers and its part
// of the grammar. It knows prose, quotation and other bodies only through an [Env].
package body

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
	"github.com/toolparser/toolparser/parsers/internal/words"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// An Env is all that a body knows: the cursor, and the rules and the text around its place.
type Env struct {
	*cursor.Cursor
	Rules     *Rules
	Penalties Penalties
	Markers   Markers
	Prose     Prose
	Calls     Calls
	Notes     *Notes
	// Breaks reports whether b begins with a marker that ends a string, unless '"' delimits the
	// string.
	Breaks func(b []byte, final bool) match.Answer
	*Table
	// Own, if not nil, knows the markers of the call that is read.
	Own Own
}

// A Table is what the compiled table of the family says about bytes and words.
type Table struct {
	// Firsts are the bytes that markers other than words begin with.
	Firsts *[256]bool
	// Ends are Firsts, and the bytes that closers of thoughts begin with.
	Ends *[256]bool
	// Words are those of the tags around arguments.
	Words *words.Words
}

// An Own knows the markers of a call.
type Own interface {
	// OwnMarker reports whether one of them begins b.
	OwnMarker(v *work.Counter, b []byte, final bool) match.Answer
}

// StopsAt reports whether a marker is at offset at before which a failed call ends.
func (env *Env) StopsAt(at int) match.Answer {
	m, a := env.Markers.MarkAt(at)
	if a.Yes() && !m.Stops() {
		return match.No
	}
	return a
}

// A Body reads one kind of call, from its first byte to its report. Step goes
// on as far as the window reaches. It returns true when the body is done and
// has reported everything up to the position.
type Body interface {
	Step(e *Env) bool
}

// Penalties are the penalties of calls, which lower their confidence.
type Penalties interface {
	// CountTextCall counts a call that was in text. TextCalls is how many there were.
	CountTextCall()
	TextCalls() int
	// CutOffHere notes that a call was accepted that the end of the output cut
	// off: closing it is no repair. CutOff reports whether such a call was accepted.
	CutOffHere()
	CutOff() bool
	// Penalize gives a penalty of 0.3 to a call that starts at offset at, since it was
	// in a candidate that failed. Penalized reports whether such a call has that penalty.
	Penalize(at int)
	Penalized(at int) bool
	// PenalizeTo gives a penalty of 0.3 to all calls that start before offset end: a string, which
	// the output's end may have cut off, may quote them.
	PenalizeTo(end int)
	// MayQuote notes that a string of a failed call may quote a call that starts at offset at.
	// That call has a penalty of 0.3 if text follows it. Quoted reports whether MayQuote noted it.
	MayQuote(at int)
	Quoted(at int) bool
	// LeavesOpen notes that a call failed, and ended before an opener at offset at, with so many open
	// brackets. If these close behind the call that begins there, the failed call quotes that call.
	LeavesOpen(at, brackets int)
	// Budget is the budget that all searches for quotes in one output share.
	Budget() *recovery.Budget
}

// Markers are the markers in the output.
type Markers interface {
	// MarkAt reports whether a marker is at offset at, and which. MarkIn does
	// the same for the start of b.
	MarkAt(at int) (Mark, match.Answer)
	MarkIn(b []byte, final bool) (Mark, match.Answer)
	// CutsString reports whether a marker is at offset at that ends a failed call even in a
	// string, and whether it needs more bytes to decide.
	CutsString(at int) (yes, more bool)
	// Decline is for a marker at offset at that turned out to begin nothing. It reports whether
	// another marker gets the text there, and whether it needs more bytes to decide.
	Decline(at int) (yes, more bool)
}

// Prose is the running text around a body, and what in it quotes.
type Prose interface {
	// FreeText reports whether JSON at offset at has a penalty of 0.3 as a call.
	FreeText(at int) bool
	// Option reports whether the fence was introduced as one of several options.
	Option() bool
	// InFence reports whether the position is in a fence. MarkersCount reports whether markers
	// count there: the position isn't in a fence, or the fence began with a marker.
	InFence() bool
	MarkersCount() bool
	// Open are the brackets that running text left open.
	Open() *Brackets
	// TurnEnd reports whether an end-of-turn token is at offset at.
	TurnEnd(at int) match.Answer
}

// Calls are what is around calls.
type Calls interface {
	// EndCall reports the call that ends at end.
	EndCall(end int, c parsers.End)
	// WholeCall reports a complete call, whose beginning wasn't reported yet. It ends at end.
	WholeCall(end int, b parsers.Begin, arguments []byte, c parsers.End)
	// Called notes that a call ended at the position, so that what may follow a call is looked for.
	Called()
	// Fenced reports whether the position is in a fence, or the arguments at hand are in one of
	// their own.
	Fenced() bool
	// EndingAt returns how the text at offset at ends JSON before it.
	EndingAt(at int) (ending Ending, more bool)
	// FenceEndingAt is EndingAt for the run at offset at, where it is Fenced.
	FenceEndingAt(at int) (ending Ending, more bool)
}

// Brackets counts the brackets that are open in running text.
type Brackets struct{ Braces, Brackets int }

// Add counts the opening bracket c.
func (b *Brackets) Add(c byte) {
	if c == '{' {
		b.Braces++
	} else {
		b.Brackets++
	}
}

// Close counts the closing bracket c.
func (b *Brackets) Close(c byte) {
	switch c {
	case '}':
		b.Braces = max(b.Braces-1, 0)
	case ']':
		b.Brackets = max(b.Brackets-1, 0)
	}
}

// A Mark is what a marker means to a body.
type Mark struct {
	// Text is the marker, if it is a fixed one.
	Text string
	// Begins: a failed call ends before the marker.
	Begins bool
	// Opens: something is read from the marker on. Otherwise the marker is just next to calls.
	Opens bool
	// Ends says how the marker ends JSON before it.
	Ends Ending
	// ClosesThought: a thought ends with the marker.
	ClosesThought bool
}

// Stops reports whether a failed call ends before the marker.
func (m Mark) Stops() bool { return m.Begins || m.Ends != EndsNothing }

// An Ending says how the text behind JSON ends that JSON.
type Ending uint8

const (
	// EndsNothing: it is just text.
	EndsNothing Ending = iota
	// EndsBlock: a call is complete if only outer closers are missing.
	EndsBlock
	// EndsArguments: unfinished arguments outside a string are closed too.
	EndsArguments
	// EndsMessage: a call that isn't complete has failed.
	EndsMessage
	// EndsOutput: the output is over. It is like EndsBlock, but an unfinished call is
	// INCOMPLETE and may be closed under AcceptIncomplete.
	EndsOutput
)
