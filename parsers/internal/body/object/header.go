package object

import (
	"slices"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// A Header is what stands before JSON between markers: arguments alone of a
// call that it names or, with a Shape, what else is a call or holds some.
type Header struct {
	// Shape is that of the JSON; nil: it is arguments alone.
	Shape *grammar.Shape
	// Announces: what is no call is MALFORMED. Else it is text.
	Announces bool
	// Data: what is well-formed and no call is text all the same.
	Data bool
	// Fence is the run that opened a fence between the marker and the JSON, if there is one.
	Fence fence.Run
	// Start is the offset of the marker that begins the call.
	Start            int
	Name, ID, Format string
	// Free: the call costs 0.3.
	Free bool
	// Mergeable and Declared as in [parsers.Begin].
	Mergeable, Declared bool
	// NameAt is the offset at which the header names the tool.
	NameAt int
	// Ended is set once the call was reported as a whole one.
	Ended bool
	// Repairs were made to the header.
	Repairs []repair.Repair
	// Around, if set, is the bracket that follows the arguments: what opens it stands
	// before them.
	Around byte
	// Malformed, if set, says why the call can't be accepted, whatever its arguments.
	Malformed string
	// Lost, if set, says what is in the header where no argument can be: a call
	// without arguments is malformed then.
	Lost string
	// Resolve, if set, finds the name once the arguments, the bytes given, are
	// known, and what that costs; no name: the call is MALFORMED.
	Resolve func(e *place.Around, arguments []byte) (name string, free bool)
	// After reads what follows the arguments that end at at: the end of the
	// call, what was missing, and why it can't be accepted. failed tells that
	// the arguments failed: only what belongs to the call is of interest.
	After func(e *place.Around, at int, failed bool) (t Tail, more bool)
	// StringsEnd: a marker in a string that is in doubt, or isn't delimited
	// by '"', ends the call.
	StringsEnd bool
	// Exact: what ends a block closes arguments only if it is one of Closers.
	Exact bool
	// Openers and Closers are the call's own markers; Fold: in any case.
	Openers, Closers []string
	Fold             bool
	// Running: no end marker follows the arguments, but running text.
	Running bool
	// Prose: the marker may be spoken of in prose: the call ends at once if no
	// JSON follows it.
	Prose bool
}

// A Tail is what follows the arguments of a call with a Header.
type Tail struct {
	End       int
	Missing   bool // the end marker is
	Free      bool // which costs 0.3
	Repairs   []repair.Repair
	Malformed string
}

var (
	headerShape = grammar.Shape{}
	headerField = grammar.Field{Key: "arguments", Arguments: 1}
)

// closes reports whether text begins with a closer.
func (t *Header) closes(text []byte) bool {
	return slices.ContainsFunc(t.Closers, func(c string) bool { return match.Text(c, text, true).Yes() })
}

// OwnMarker implements [place.Own].
func (t *Header) OwnMarker(v *visit.Count, b []byte, final bool) match.Answer {
	if a := match.AnySpelling(v, t.Closers, b, final, t.Fold); a != match.No {
		return a
	}
	return match.AnySpelling(v, t.Openers, b, final, t.Fold)
}

const (
	noCallHere = "the JSON between the markers is no call"
	oneTooMany = "one opening brace too many"
)

// holds reports whether the call is reported only once it ended.
func (t *Header) holds() bool { return t.Resolve != nil || t.Malformed != "" }
