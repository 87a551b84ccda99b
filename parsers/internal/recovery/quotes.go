// Package recovery finds out what damaged JSON was meant to be, if it can't be repaired
// on the spot. Its functions look at text, and return edits or report that there are none.
//
// A [Reading] remembers where the reading of a value began, and which string is in doubt. At a
// contradiction, either a bracket of a list is missing ([Reading.MissingBracket]), or
// a string's quotes weren't escaped ([Reading.Search]). Then the value is read anew, with the
// bracket or the end of the string given.
//
// A [Search] tries the ends of a string in text order. An end is right if a delimiter
// follows it that the grammar allows there, and the text behind it parses up
// to the end of the value. It is resumable: it looks at each byte when that
// arrives, and its steps are the same however the output is cut.
//
// Reading order:
//
//   - value.go: damaged JSON by itself, from its first to its last byte.
//   - reading.go: how a value is read once more, and a list's missing bracket.
//   - beyond.go, members.go: another call behind the value, and the members of an object.
//   - search.go: from reading to reading, until one fits.
//   - ends.go, doubt.go, second.go: where a string may end, and what makes that doubtful.
//   - keys.go, quotes.go: the keys of open objects, what a search is given, and its budget.
package recovery

import "github.com/toolparser/toolparser/parsers/internal/schema"

// A Body says what must follow the value that a search closes.
type Body uint8

const (
	// Running text may follow, but no quote and no closer.
	Running Body = iota
	// Fenced: the end of the window, or another value, must follow.
	Fenced
	// Delimited: the end of the window must follow.
	Delimited
)

// A State says how far a search is.
type State uint8

const (
	// Searching: the window ended before the search did.
	Searching State = iota
	// Found: Ends holds the ends of the strings.
	Found
	// Failed: no reading closes the value.
	Failed
	// Exhausted: the budget is spent.
	Exhausted

	// goingOn: the search goes on with its next phase.
	goingOn
)

// StepsPerByte bounds the work of all searches in one output, in steps for each byte
// of the output that was looked at.
const StepsPerByte = 14

// So that short outputs don't spend their steps, allowance is how many bytes more count, and least
// how many bytes count in any output. From 2.5 KiB on, least adds nothing. An output of 2 KiB has
// 21 steps per byte.
const (
	allowance = 512
	least     = 3 << 10
)

// runCost is how many steps the start of a branch takes.
const runCost = 8

// lookCost is how many steps a byte takes in which a string's end is looked for. The byte was
// also looked at for the end of the call.
const lookCost = 2

// Fuel is the budget that the searches of one output share. It counts offsets from base on, where
// a parser of its own began to read the output.
type Fuel struct{ used, furthest, base int }

// Burn counts n steps that looked no further than offset at. It returns false if the budget is spent.
func (f *Fuel) Burn(n, at int) bool {
	f.furthest = max(f.furthest, f.base+at)
	f.used += n
	return !f.Spent()
}

// Spent reports whether the budget is spent. Ask only where something was
// decided, not where the window ended, so that the answer doesn't depend on
// how the output was cut.
func (f *Fuel) Spent() bool {
	const enough = StepsPerByte * least // for most outputs
	return f.used > enough && f.used > StepsPerByte*(f.furthest+allowance)
}

// Behind is the fuel of a parser of its own, which reads the output from offset at on.
func (f *Fuel) Behind(at int) Fuel {
	return Fuel{used: f.used, furthest: f.furthest, base: f.base + at}
}

// Evidence is what is known about the arguments that a string is in.
type Evidence struct {
	// Depth is the nesting depth of the arguments object's members; 0 if unknown.
	Depth int
	// Schema is what the schema says about that object; nil if it says nothing. If it names
	// properties, the object has no others.
	Schema *schema.Node
	// Wanted reports whether a key of an object, whose members are at the depth, names the call. The
	// object is no call if it closes without such a key. If Wanted is nil, any object is.
	Wanted func(key []byte, depth int) bool
	// Opens reports whether the object at the start of b may be another call, whether it is sure to
	// be one, and whether b is too short to decide. If it is nil, any object may, and none is sure to.
	Opens func(b []byte) (yes, sure, more bool)
	// Keys are the keys of the objects that are open around the string.
	Keys *Keys
}
