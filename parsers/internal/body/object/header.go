package object

import (
	"slices"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// A Header is the text before JSON between markers. Without a Shape, the JSON is only the arguments
// of a call that the header names. With a Shape, the JSON is a call or contains calls.
type Header struct {
	// Shape is the shape of the JSON. If it is nil, the JSON is only arguments.
	Shape *grammar.Shape
	// Announces: text that is no call is MALFORMED. Otherwise it is text.
	Announces bool
	// Data: well-formed JSON that is no call is text even with Announces.
	Data bool
	// Fence is the run that opened a fence between the marker and the JSON, if there is one.
	Fence fence.Run
	// Start is the offset of the marker that begins the call.
	Start            int
	Name, ID, Format string
	// Free: the call has a penalty of 0.3.
	Free bool
	// Mergeable and Declared as in [parsers.Begin].
	Mergeable, Declared bool
	// NameAt is the offset at which the header names the tool.
	NameAt int
	// Ended is set once a call was reported that isn't an invalid call.
	Ended bool
	// Repairs are the repairs of the header.
	Repairs []repair.Repair
	// Around, if set, is the bracket that follows the arguments. Its opening bracket is before
	// them.
	Around byte
	// Malformed, if set, is why the call can't be accepted, whatever its arguments are.
	Malformed string
	// Lost, if set, names what the header has that can't be an argument. Then a call without
	// arguments is malformed.
	Lost string
	// Resolve, if set, finds the name once the arguments are known, and whether the call gets a
	// penalty. If it returns no name, the call is MALFORMED.
	Resolve func(e *place.Around, arguments []byte) (name string, free bool)
	// After reads what follows the arguments, which end at offset at. It returns the end of the
	// call, the missing markers, and why the call can't be accepted. failed: the arguments failed,
	// so only the end of the call matters.
	After func(e *place.Around, at int, failed bool) (t Tail, more bool)
	// StringsEnd: a marker ends the call, even in a string, if the string is in doubt or isn't
	// delimited by '"'.
	StringsEnd bool
	// Exact: the end of a block closes open arguments only if it is one of Closers.
	Exact bool
	// Openers and Closers are the call's own markers. Fold: their case is ignored.
	Openers, Closers []string
	Fold             bool
	// Running: running text may follow the arguments, without an end marker.
	Running bool
	// Prose: prose may mention the marker. The call ends at once if no JSON follows the marker.
	Prose bool
}

// Reset clears the header for another call, but for After. It clears field by field, which takes less
// time than clearing the struct while garbage is collected.
func (t *Header) Reset() {
	t.Shape, t.Repairs, t.Resolve, t.Openers, t.Closers = nil, nil, nil, nil, nil
	t.Name, t.ID, t.Format, t.Malformed, t.Lost = "", "", "", "", ""
	t.Fence, t.Start, t.NameAt, t.Around = fence.Run{}, 0, 0, 0
	t.Announces, t.Data, t.Free, t.Mergeable, t.Declared, t.Ended = false, false, false, false, false, false
	t.StringsEnd, t.Exact, t.Fold, t.Running, t.Prose = false, false, false, false, false
}

// SetName sets the tool that the name at offset at means; why: what is wrong about a name that no tool can have.
func (t *Header) SetName(e *place.Around, name []byte, at int, why string) {
	declared, kind := names.True(e.Visits, e.Config, name)
	t.Name, t.NameAt = e.Intern(declared), at
	t.Note(kind, at)
	if !names.Sound(e.Config.Tools, declared) {
		t.Malformed = why
	}
}

// Note notes a repair; 0: there was none.
func (t *Header) Note(kind repair.Kind, at int) {
	if kind != 0 {
		t.Repairs = append(t.Repairs, repair.Repair{Kind: kind, Offset: at})
	}
}

// A Tail is what follows the arguments of a call with a Header.
type Tail struct {
	End       int
	Missing   bool // the end marker is missing
	Free      bool // the call has a penalty of 0.3
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

// holds reports whether the call is reported only once it has ended.
func (t *Header) holds() bool { return t.Resolve != nil || t.Malformed != "" }
