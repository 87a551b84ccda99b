// Package quotes finds out which quote ends a string whose inner quotes were
// not escaped.
//
// A Search tries the ends in text order. An end is right if a delimiter
// follows it that the grammar allows there, and what comes after it parses up
// to the end of the value. It is resumable: it looks at each byte when it
// arrives, and its steps are the same however the output is cut.
package quotes

import (
	"bytes"
	"slices"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
)

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
const StepsPerByte = 16

// runCost is the steps that starting a branch counts as.
const runCost = 8

// Fuel is the work that the searches of one output may do; shared by them.
type Fuel struct{ used, furthest int }

// burn counts n steps that looked no further than offset at.
func (f *Fuel) burn(n, at int) {
	f.furthest = max(f.furthest, at)
	f.used += n
}

// Spent tells whether there is none left. Ask only where something was
// decided, not where the window ended, so that the answer doesn't depend on
// how the output was cut.
func (f *Fuel) Spent() bool { return f.used > StepsPerByte*(f.furthest+64) }

// Evidence is what is known of the arguments that a string stands in.
type Evidence struct {
	// Depth is the nesting depth of the arguments object's members; 0 if unknown.
	Depth int
	// Known tells whether the tool's schema has a key; nil without a schema.
	Known func(key []byte) bool
	// Wanted tells whether a key names the call; an object, whose members are
	// at WantedDepth, that closes without such a key is no call. Nil: any is.
	Wanted      func(key []byte) bool
	WantedDepth int
	// Opens tells whether the object at the start of b may be another call; more
	// if b is too short to tell. Nil: any may.
	Opens func(b []byte) (yes, more bool)
	// Doubt: whatever is found, there is a second reading.
	Doubt bool
	// Keys are the keys of the objects that are open around the string.
	Keys *Keys
}

// A Search looks for the end of one string. Make it with New.
type Search struct {
	// Ends are the strings' ends, once Found.
	Ends []jsonscan.Forced
	// SecondReading: another end would close the value too.
	SecondReading bool

	body     Body
	evidence Evidence
	fuel     *Fuel

	frames []frame
	first  jsonscan.Scanner  // in the string in doubt
	aside  []jsonscan.Forced // ends for want of better ones
	loose  bool              // several strings may be damaged, schema or not
	branch jsonscan.Scanner
	phase  phase
	keys   Keys
	trail  trail
	closed int    // offset behind the value, once it closed
	space  passed // before what follows a quote, or the value
	comma  passed // behind a comma that follows the value
}

type phase uint8

const (
	finding phase = iota
	running
	following
	rechecking
)

// passed is white space that was looked at.
type passed struct{ from, to int }

// A frame is a string whose end is looked for.
type frame struct {
	at   jsonscan.Scanner // in the string
	from int              // where the next end may be
	// member: what looks like the object's next member was passed.
	member bool
}

// trail is what the running branch has passed.
type trail struct {
	suspect    jsonscan.Scanner // in the last value string
	hasSuspect bool
	known      bool // the schema knows a key
	unknown    bool // nothing vouches for another
	wanted     bool // the key that names the call
	keys       int
}

// vouched tells whether the schema knows every key that the branch passed.
func (t *trail) vouched() bool { return t.known && !t.unknown }

// New looks for the end of the string that s has begun.
func New(s jsonscan.Scanner, body Body, e Evidence, fuel *Fuel) *Search {
	q := &Search{body: body, evidence: e, fuel: fuel, SecondReading: e.Doubt}
	q.first = s
	q.push(s)
	return q
}

// several looks, in the window given, for a reading in which every key that
// looks like the object's next member is one, though no schema says so:
// several strings are damaged then. It must leave their brackets balanced.
func (q *Search) several(w jsonscan.Window) bool {
	if q.loose || q.evidence.Known != nil {
		return false
	}
	w.Final = true
	other := New(q.first, q.body, q.evidence, q.fuel)
	other.loose = true
	if other.Run(w) != Found || len(other.Ends) < 2 || !other.balanced(w) {
		return false
	}
	q.Ends, q.SecondReading = other.Ends, true
	return true
}

func (q *Search) push(s jsonscan.Scanner) {
	s.Log = nil
	t := jsonscan.AllowRepair | jsonscan.AllowComments
	if !s.PlainQuotes() {
		t |= jsonscan.AllowQuoteStyles
	}
	s.Tolerance = t
	q.frames = append(q.frames, frame{at: s, from: s.Pos()})
	q.phase = finding
}

// Run goes on with the search. The window must reach from before the string
// to the end of what may belong to the value.
func (q *Search) Run(w jsonscan.Window) State {
	state := q.search(w)
	switch {
	case state == Found && q.frames[0].member && q.closed > 0:
		w.B = w.B[:q.closed-w.Base]
		q.several(w)
	case state == Failed && q.several(w):
		state = Found
	}
	return state
}

func (q *Search) search(w jsonscan.Window) State {
	for {
		var done bool
		var state State
		switch q.phase {
		case finding:
			state, done = q.find(w)
		case running:
			state, done = q.run(w)
		case following:
			state, done = q.follow(w)
		case rechecking:
			return q.recheck(w)
		}
		if done {
			return state
		}
	}
}

// find looks for the next end of the innermost string.
func (q *Search) find(w jsonscan.Window) (State, bool) {
	f := &q.frames[len(q.frames)-1]
	at, state := q.nextEnd(w, f)
	switch state {
	case Found:
		q.start(f, at)
		return 0, false
	case Failed:
		if len(q.frames) == 1 {
			return q.giveUp(), true
		}
		q.frames = q.frames[:len(q.frames)-1]
		return 0, false
	}
	return state, true
}

// setAside keeps ends that close the value but leave odd text behind it, for
// want of better ones.
func (q *Search) setAside() {
	if q.aside == nil {
		q.aside = slices.Clone(q.Ends)
	}
}

// giveUp ends the search: no other end will do.
func (q *Search) giveUp() State {
	if q.aside == nil {
		return Failed
	}
	q.Ends, q.SecondReading = q.aside, true
	return Found
}

// nextEnd advances f to the next quote that a fitting delimiter follows.
func (q *Search) nextEnd(w jsonscan.Window, f *frame) (int, State) {
	fuel := q.fuel
	lead := f.at.QuoteLead()
	for f.from < w.End() {
		i := toQuote(w.B[f.from-w.Base:], lead)
		fuel.burn(i, f.from+i)
		f.from += i
		if f.from == w.End() {
			break
		}
		n := 1
		if w.B[f.from-w.Base] == '\\' {
			if n = 2; f.from+n > w.End() {
				break
			}
		} else if width := f.at.QuoteAt(w, f.from); width != 0 {
			n = width
			next, space := q.space.peek(w, f.from+max(n, 0))
			if n < 0 || space < 0 {
				return 0, Searching
			}
			fuel.burn(space, f.from+n+space)
			if fits(&f.at, next) {
				f.from += n
				return f.from - n, Found
			}
			switch q.passMember(w, f, n) {
			case Searching:
				return 0, Searching
			case Failed:
				f.from = w.End()
				return 0, Failed
			}
		}
		fuel.burn(n, f.from+n)
		f.from += n
		if fuel.Spent() {
			return 0, Exhausted
		}
	}
	if w.Final {
		return 0, Failed
	}
	return 0, Searching
}

// toQuote is the length of what stands before the next quote or backslash.
func toQuote(b []byte, lead byte) int {
	i := 0
	for i < len(b) && b[i] != lead && b[i] != '\\' {
		i++
	}
	return i
}

// peek is the next byte at or after at that is no white space, 0 at the end
// of the output, and how much space stands before it; -1 if the window ends
// first. It goes on where it ended the last time.
func (s *passed) peek(w jsonscan.Window, at int) (next byte, space int) {
	if s.from != at || s.to > w.End() {
		*s = passed{at, at}
	}
	b := w.B[s.to-w.Base:]
	n := len(b) - len(bytes.TrimLeft(b, " \t\r\n"))
	s.to += n
	switch {
	case n < len(b):
		return b[n], s.to - at
	case w.Final:
		return 0, s.to - at
	}
	return 0, -1
}

// fits tells whether next may follow a value where s stands.
func fits(s *jsonscan.Scanner, next byte) bool {
	if s.InObject() {
		return next == ',' || next == '}'
	}
	return s.Depth() > 0 && (next == ',' || next == ']')
}

// start follows the reading in which the string of f ends at at.
func (q *Search) start(f *frame, at int) {
	q.Ends = append(q.Ends[:len(q.frames)-1], jsonscan.Forced{Start: f.at.StringStart(), End: at})
	q.branch = f.at
	q.branch.EndString(at)
	q.keys.reset(q.evidence.Keys)
	q.trail = trail{}
	q.phase = running
	q.fuel.burn(runCost, at)
}

// run reads on in the current branch.
func (q *Search) run(w jsonscan.Window) (State, bool) {
	for !q.branch.Done() {
		before := q.branch.Pos()
		t := q.branch.Next(w)
		q.fuel.burn(q.branch.Pos()-before, q.branch.Pos())
		if t.Kind == jsonscan.More {
			return Searching, true
		}
		q.fuel.burn(1, before)
		if q.fuel.Spent() {
			return Exhausted, true
		}
		switch t.Kind {
		case jsonscan.StringBegin:
			q.trail.suspect, q.trail.hasSuspect = q.branch, true
		case jsonscan.Key:
			if !q.key(w, t) {
				q.fail(false)
				return 0, false
			}
		case jsonscan.ObjectOpen:
			q.keys.Open(t.Start)
		case jsonscan.ObjectClose:
			q.keys.Close()
		case jsonscan.End, jsonscan.Unexpected, jsonscan.TooDeep:
			q.fail(true)
			return 0, false
		}
	}
	q.phase = following
	return 0, false
}

// key tells whether the branch may hold this key.
func (q *Search) key(w jsonscan.Window, t jsonscan.Token) bool {
	key := w.Slice(t.Start, t.End)
	if !q.keys.Add(key) {
		return false
	}
	q.trail.keys++
	if q.evidence.Known != nil && q.branch.Depth() == q.evidence.Depth {
		if !q.evidence.Known(key) {
			return false
		}
		q.trail.known = true
		return true
	}
	if q.evidence.Wanted != nil && q.branch.Depth() == q.evidence.WantedDepth && q.evidence.Wanted(key) {
		q.trail.wanted = true
	}
	q.trail.unknown = true
	return Plausible(key)
}

// fail gives the current branch up. If the schema vouches for all that came
// after the string's end, another string may be at fault.
func (q *Search) fail(byString bool) {
	q.phase = finding
	if byString && q.trail.hasSuspect && (q.trail.vouched() || q.loose && q.trail.keys > 0) {
		q.push(q.trail.suspect)
	}
}

// follow checks what comes after the closed value.
func (q *Search) follow(w jsonscan.Window) (State, bool) {
	next, space := q.space.peek(w, q.branch.Pos())
	if space < 0 {
		return Searching, true
	}
	q.fuel.burn(space, q.branch.Pos()+space)
	if next != 0 && !q.mayFollow(next) {
		q.fail(true)
		return 0, false
	}
	if q.evidence.Wanted != nil && !q.trail.wanted {
		q.fail(false)
		return 0, false
	}
	fits, more := q.textFits(w, next, q.branch.Pos()+space)
	if more {
		return Searching, true
	}
	if !fits {
		q.setAside()
		q.fail(true)
		return 0, false
	}
	q.closed = q.branch.Pos()
	q.doubt(w)
	if q.trail.vouched() {
		return Found, true
	}
	q.phase = rechecking
	return 0, false
}

func (q *Search) mayFollow(next byte) bool {
	switch q.body {
	case Fenced:
		return next == '{' || next == '[' || next == ',' || next == ';'
	case Delimited:
		return false
	}
	return next != '"' && next != '}' && next != ']'
}

// recheck looks for a second reading: another end of the first string, before
// the value closed, that closes it too.
func (q *Search) recheck(w jsonscan.Window) State {
	w.B, w.Final = w.B[:q.closed-w.Base], true
	second := &Search{body: q.body, evidence: q.evidence, fuel: q.fuel, frames: q.frames[:1:1], phase: finding}
	for {
		f := &second.frames[0]
		at, state := second.nextEnd(w, f)
		if state != Found {
			q.SecondReading = q.SecondReading || state == Exhausted
			return Found
		}
		second.start(f, at)
		if _, done := second.run(w); done || second.branch.Done() {
			q.SecondReading = true
			return Found
		}
		second.frames = second.frames[:1]
	}
}
