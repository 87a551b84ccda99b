// Package place says what a body may ask of what stands around it.
//
// A body reads one kind of call. It knows the cursor, its lexers and its part
// of the grammar; prose, quotation and other bodies it knows only through an [Around].
package place

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// An Around is all that a body knows: the cursor, and what is around the place that it is in.
type Around struct {
	*cursor.Cursor
	Rules   Rules
	Costs   Costs
	Markers Markers
	Prose   Prose
	Calls   Calls
	// Breaks reports whether a marker stands at the start of b that no string which
	// isn't delimited by '"' can cross.
	Breaks func(b []byte, final bool) match.Answer
	// Firsts are the bytes that markers other than words begin with.
	Firsts *[256]bool
	// Ends are Firsts, and the bytes that closers of thoughts begin with.
	Ends *[256]bool
	// Own knows the markers of the call that is read; nil: nobody does.
	Own Own
}

// An Own knows the markers of a call.
type Own interface {
	// OwnMarker reports whether one of them begins b.
	OwnMarker(v *visit.Count, b []byte, final bool) match.Answer
}

// A Body reads one kind of call, from its first byte to its report. Step goes
// on as far as the window reaches; it returns true when the body is done,
// everything up to the position having been reported.
type Body interface {
	Step(e *Around) bool
}

// Rules are what the table and the declared tools say.
type Rules interface {
	// Shape is what JSON in text looks like that is a call; nil: there is none.
	Shape() *grammar.Shape
	// ObjectCalls: a call is an object of a name and an arguments key.
	ObjectCalls() bool
	// NoCall: the name, which isn't declared, says that nothing is called.
	NoCall(name []byte) bool
	// Properties are what the tool's schema says about its properties; nil if there is none.
	Properties(name string) *schema.Properties
	// MaxDepth is how deep JSON may nest.
	MaxDepth() int
}

// Costs are what calls cost.
type Costs interface {
	// CountTextCall counts a call that was in text; TextCalls is how many there were.
	CountTextCall()
	TextCalls() int
	// CutOffHere says that a call was accepted that the end of the output cut
	// off: what is missing at its end is no repair. CutOff reports whether one was.
	CutOffHere()
	CutOff() bool
	// Penalize makes a call that starts at offset at cost 0.3, since it was
	// in a candidate that failed. Penalized reports whether it does.
	Penalize(at int)
	Penalized(at int) bool
	// PenalizeTo makes all calls that start before offset end cost 0.3: a string may quote
	// them, which the output's end may have cut off.
	PenalizeTo(end int)
	// MayQuote says that a call which starts at offset at may be quoted in a string
	// of one that failed: it costs 0.3 if text follows it. Quoted reports whether it may.
	MayQuote(at int)
	Quoted(at int) bool
	// Fuel is what all searches for quotes in one output share.
	Fuel() *recovery.Fuel
}

// Markers are the markers in the output.
type Markers interface {
	// MarkAt reports whether a marker is at offset at, and which. MarkIn is
	// the same for the start of b.
	MarkAt(at int) (Mark, match.Answer)
	MarkIn(b []byte, final bool) (Mark, match.Answer)
	// CutsString reports whether a marker is at offset at that ends a failed call in a
	// string, too; more: more bytes must tell.
	CutsString(at int) (yes, more bool)
	// Decline leaves what is at offset at, where a marker turned out to begin
	// nothing, to another one; more: more bytes must tell.
	Decline(at int) (yes, more bool)
}

// Prose is the running text around a body: what of it quotes.
type Prose interface {
	// FreeText reports whether JSON at offset at costs 0.3 as a call.
	FreeText(at int) bool
	// Option reports whether the fence was introduced as one of several options.
	Option() bool
	// InFence reports whether the position is in a fence; Marks whether markers
	// count there: it isn't, or the fence began with one.
	InFence() bool
	Marks() bool
	// Open are the brackets that running text left open.
	Open() *Brackets
	// TurnEnd reports whether an end-of-turn token is at offset at.
	TurnEnd(at int) match.Answer
}

// Calls are what is around calls.
type Calls interface {
	// EndCall reports the call that ends at end.
	EndCall(end int, c parsers.End)
	// WholeCall reports a call that was not begun yet, and ends at end.
	WholeCall(end int, b parsers.Begin, arguments []byte, c parsers.End)
	// Called says that a call ended at the position: what may follow one is looked for.
	Called()
	// Fenced reports whether the position is in a fence, or the arguments at hand are in one of
	// their own.
	Fenced() bool
	// EndingAt tells how what is at offset at ends JSON before it.
	EndingAt(at int) (ending Ending, more bool)
	// FenceEndingAt is EndingAt for the run at offset at, where it is Fenced.
	FenceEndingAt(at int) (ending Ending, more bool)
}

// Brackets counts the brackets that are open in running text.
type Brackets struct{ Braces, Brackets int }

// A Mark is what a marker means to a body.
type Mark struct {
	// Text is the marker, if it is a fixed one.
	Text string
	// Begins: a failed call ends where the marker stands.
	Begins bool
	// Opens: something is read from the marker on; else it stands beside calls.
	Opens bool
	// Ends says what the marker does to JSON that stands before it.
	Ends Ending
}

// Stops reports whether a failed call ends where the marker stands.
func (m Mark) Stops() bool { return m.Begins || m.Ends != EndsNothing }
