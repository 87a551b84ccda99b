// Package recovery finds out what damaged JSON was meant to be, where it can't be repaired
// on the spot: its functions look at text, and answer with edits or that there are none.
//
// A [Reading] keeps from where a value was read, and which string is in doubt. Where the
// reading comes upon a contradiction, a bracket of a list is missing ([Reading.MissingBracket]), or
// a string's quotes weren't escaped ([Reading.Search]). The value is read anew with what
// was found.
//
// A [Search] tries the ends of a string in text order. An end is right if a delimiter
// follows it that the grammar allows there, and what comes after it parses up
// to the end of the value. It is resumable: it looks at each byte when it
// arrives, and its steps are the same however the output is cut.
//
// Reading order:
//
//   - value.go: damaged JSON by itself, from its first to its last byte.
//   - brackets.go, reading.go: a list's missing bracket, and how a value is read once more.
//   - beyond.go, members.go: another call behind the value, and what its members say.
//   - search.go: from reading to reading, until one fits.
//   - branch.go: one reading, followed.
//   - ends.go, doubt.go, second.go: where a string may end, and what makes that doubtful.
//   - keys.go, state.go, quotes.go: the keys of open objects, what was looked at, what
//     a search costs.
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
	// Exhausted: the search cost more than it may.
	Exhausted
)

// StepsPerByte bounds the work of all searches in one output: so many steps
// for each byte of the output that was looked at.
const StepsPerByte = 14

// allowance is for how many bytes more there are steps, so that short outputs don't spend them,
// and least for how many there are in any output: 21 a byte in one of 2 KiB. From 2.5 KiB on it adds nothing.
const (
	allowance = 512
	least     = 3 << 10
)

// runCost is the steps that starting a branch counts as.
const runCost = 8

// lookCost is the steps that a byte counts as in which a string's end is looked for: it was
// also looked at for what ends the call.
const lookCost = 2

// Fuel is the work that the searches of one output may do; shared by them. It counts offsets
// from base on, where a parser of its own began to read the output.
type Fuel struct{ used, furthest, base int }

// burn counts n steps that looked no further than offset at.
func (f *Fuel) burn(n, at int) {
	f.furthest = max(f.furthest, f.base+at)
	f.used += n
}

// Burn counts a search of another kind, as burn does; false if there was none left for it.
func (f *Fuel) Burn(n, at int) bool {
	f.burn(n, at)
	return !f.Spent()
}

// Spent reports whether there is none left. Ask only where something was
// decided, not where the window ended, so that the answer doesn't depend on
// how the output was cut.
func (f *Fuel) Spent() bool { return f.used > StepsPerByte*max(f.furthest+allowance, least) }

// Behind is the fuel of a parser of its own, which reads the output from offset at on.
func (f *Fuel) Behind(at int) Fuel {
	return Fuel{used: f.used, furthest: f.furthest, base: f.base + at}
}

// Evidence is what is known of the arguments that a string stands in.
type Evidence struct {
	// Depth is the nesting depth of the arguments object's members; 0 if unknown.
	Depth int
	// Schema is what is said of that object; nil: nothing.
	Schema *schema.Node
	// Known reports whether the tool's schema has a key; nil without a schema.
	Known func(key []byte) bool
	// Wanted reports whether a key names the call; an object, whose members are
	// at WantedDepth, that closes without such a key is no call. Nil: any is.
	Wanted      func(key []byte) bool
	WantedDepth int
	// Opens reports whether the object at the start of b may be another call; more
	// if b is too short to tell. Nil: any may.
	Opens func(b []byte) (yes, more bool)
	// Begins reports whether the object at the start of b begins another call; nil: none does.
	Begins func(b []byte) bool
	// Doubt: whatever is found, there is a second reading.
	Doubt bool
	// Keys are the keys of the objects that are open around the string.
	Keys *Keys
}
