package recovery

import (
	"slices"
	"unsafe"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// A Search looks for the end of one string. Make it with New.
// See docs/models/formats, "Which quote ends a string".
type Search struct {
	// Ends are the strings' ends, once Found.
	Ends []jsonscan.Forced
	// SecondReading: another end would close the value too.
	SecondReading bool
	// ToEnd: the search Failed because the string goes on to the window's end.
	ToEnd bool

	body     Body
	evidence Evidence
	budget   *Budget
	work     keyWork

	frames  []frame
	other   *Search           // the search for several strings, while it runs
	aside   []jsonscan.Forced // ends that count if there are no better ones
	split   bool              // they reach another call of the list
	loose   bool              // several strings may be damaged, even without a schema
	branch  jsonscan.Scanner
	phase   phase
	keys    Keys
	opened  []object // around the last value string of the branch
	trail   trail
	closed  int  // offset behind the value, once it closed
	refused bool // ends were refused, because a call that isn't closed opens in their strings
	behind  behind
}

// behind is what was looked at behind a quote or the value.
type behind struct {
	space passed // behind a quote, or behind the value
	comma passed // behind a comma that follows the value
	after after  // text behind the value
}

type phase uint8

const (
	finding phase = iota
	running
	following
	rechecking
)

// New looks for the end of the string that s is in.
func New(s jsonscan.Scanner, body Body, e Evidence, budget *Budget) *Search {
	q := &Search{body: body, evidence: e, budget: budget}
	s.Corrections.RepairDepth = 0 // brackets decide which reading is right
	q.push(s, keyPlace{})
	return q
}

// several looks, in the window given, for a reading in which every key that
// looks like the object's next member is one, without a schema that says so.
// Then several strings are damaged. The reading must leave their brackets balanced.
func (q *Search) several(w *jsonscan.Window) bool {
	if q.loose || q.knows(&q.frames[0]) != nil {
		return false
	}
	whole := w.UpTo(w.End(), true)
	other := New(q.frames[0].at, q.body, q.evidence, q.budget)
	other.loose = true
	q.other = other
	defer func() { q.other = nil }()
	if other.Run(&whole) != Found || len(other.Ends) < 2 || !other.balanced(&whole) {
		return false
	}
	q.Ends, q.SecondReading = other.Ends, true
	return true
}

// Run goes on with the search. The window must reach from before the string
// to the end of the text that may belong to the value.
func (q *Search) Run(w *jsonscan.Window) State {
	q.work.visits = w.Visits
	state := q.search(w)
	switch {
	case state == Found && q.frames[0].member && q.closed > 0:
		value := w.UpTo(q.closed, w.Final)
		q.several(&value)
	case state == Failed && q.several(w):
		state = Found
	}
	return state
}

// Held is how many bytes the search holds.
func (q *Search) Held() int {
	if q == nil {
		return 0
	}
	return q.other.Held() + cap(q.frames)*int(unsafe.Sizeof(frame{})) + (cap(q.Ends)+cap(q.aside))*int(unsafe.Sizeof(jsonscan.Forced{})) + q.keys.Held()
}

func (q *Search) search(w *jsonscan.Window) State {
	state := goingOn
	for state == goingOn {
		switch q.phase {
		case finding:
			state = q.find(w)
		case running:
			state = q.run(w)
		case following:
			state = q.follow(w)
		case rechecking:
			q.recheck(w)
			state = Found
		}
	}
	return state
}

// find looks for the next end of the innermost string.
func (q *Search) find(w *jsonscan.Window) State {
	f := &q.frames[len(q.frames)-1]
	at, state := q.nextEnd(w, f)
	switch state {
	case Found:
		q.start(f, at)
		return goingOn
	case Failed:
		if len(q.frames) == 1 {
			return q.giveUp()
		}
		q.frames = q.frames[:len(q.frames)-1]
		return goingOn
	}
	return state
}

// start starts the branch in which the string of f ends at offset at.
func (q *Search) start(f *frame, at int) {
	q.Ends = append(q.Ends[:len(q.frames)-1], jsonscan.Forced{Start: f.at.StringStart(), End: at})
	q.branch = f.at
	q.branch.EndString(at)
	q.keys.reset(q.evidence.Keys)
	if len(q.frames) > 1 {
		q.work.add(len(f.keys.list))
		q.keys.goTo(f.keys)
	}
	q.trail = trail{left: f.left}
	q.phase = running
	q.budget.Spend(runCost+len(f.keys.list), at)
}

// run reads on in the current branch.
func (q *Search) run(w *jsonscan.Window) State {
	for !q.branch.Done() {
		before := q.branch.Pos()
		t := q.branch.Next(w)
		q.budget.Spend(q.branch.Pos()-before, q.branch.Pos())
		if t.Kind == jsonscan.More {
			return Searching
		}
		if !q.budget.Spend(1, before) {
			return Exhausted
		}
		switch t.Kind {
		case jsonscan.StringBegin:
			q.trail.suspect, q.trail.hasSuspect, q.trail.listed = q.branch, true, len(q.keys.list)
			q.opened = append(q.opened[:0], q.keys.stack...)
		case jsonscan.Key:
			if !q.key(w, t) {
				return q.fail(false)
			}
		case jsonscan.ObjectOpen:
			q.keys.Open(t.Start, q.branch.Nesting.Depth())
			if q.trail.left && !q.trail.next && q.evidence.Opens != nil {
				q.trail.opened = t.Start
			}
		case jsonscan.ObjectClose:
			q.keys.Close()
			q.trail.left = q.trail.left || q.branch.Nesting.Depth() < q.evidence.Depth
		case jsonscan.End, jsonscan.Unexpected, jsonscan.TooDeep:
			return q.fail(true)
		}
	}
	q.phase = following
	return goingOn
}

// key reports whether the branch may hold this key.
func (q *Search) key(w *jsonscan.Window, t jsonscan.Token) bool {
	key := w.Slice(t.Start, t.End)
	if at := q.trail.opened; at > 0 {
		yes, _, more := q.evidence.Opens(w.Slice(at, t.End+1))
		q.trail.next, q.trail.opened = yes || more, 0
	}
	if !q.keys.Add(key) {
		return false
	}
	q.trail.keys++
	if q.trail.left {
		return Plausible(key)
	}
	depth := q.branch.Nesting.Depth()
	q.trail.wanted = q.trail.wanted || q.evidence.Wanted != nil && q.evidence.Wanted(key, depth)
	known, some := q.keys.innermost().names(key)
	switch {
	case known:
		q.trail.known = true
		return true
	case some && depth == q.evidence.Depth && q.opens():
		return false
	}
	q.trail.unknown, q.trail.invented = true, q.trail.invented || some
	return Plausible(key)
}

// opens reports whether a bracket that one of the strings opens isn't closed in it. Then the text behind the string
// that looks like a member may be inside these brackets.
func (q *Search) opens() bool {
	for i := range q.frames {
		if q.frames[i].depth > 0 {
			return true
		}
	}
	return false
}

// keyWork makes long work with keys pause. The budget counts it.
type keyWork struct {
	visits *work.Counter
	keys   int // since the last pause
}

// manyWorked are keys that take half a millisecond to note.
const manyWorked = 4 << 10

// add adds n keys that are noted, or looked at.
func (kw *keyWork) add(n int) {
	if kw.keys += n; kw.keys >= manyWorked {
		kw.keys = 0
		kw.visits.Yield()
	}
}

// fail gives the current branch up. If the schema knows all keys behind the string's end, or the
// branch reached another call of a list, another string may be at fault: then the search goes on
// with the end of that string. byString means that this is possible.
func (q *Search) fail(byString bool) State {
	q.phase = finding
	if byString && q.trail.next {
		q.setAside()
		q.split = true
	}
	if byString && q.trail.hasSuspect && (q.trail.allKnown() || q.trail.next || q.loose && q.trail.keys > 0) {
		if len(q.frames) == maxDoubted {
			return Exhausted
		}
		q.work.add(q.trail.listed)
		q.push(q.trail.suspect, keyPlace{q.keys.of(q.opened, q.trail.listed), slices.Clone(q.opened)})
		q.frames[len(q.frames)-1].left = q.trail.left
	}
	return goingOn
}

// follow checks the text after the closed value.
func (q *Search) follow(w *jsonscan.Window) State {
	next, space := q.behind.space.peek(w, q.branch.Pos())
	if space < 0 {
		return Searching
	}
	before := *q.budget
	q.budget.Spend(space, q.branch.Pos()+space)
	if next != 0 && !q.mayFollow(next) {
		return q.fail(true)
	}
	if q.evidence.Wanted != nil && !q.trail.wanted {
		return q.fail(false)
	}
	fits, more := q.textFits(w, next, q.branch.Pos()+space)
	if more {
		*q.budget = before // it is looked at again
		return Searching
	}
	if !fits {
		q.setAside()
		return q.fail(true)
	}
	if q.split && q.closesCall(w.Slice(q.Ends[0].Start, q.Ends[0].End)) {
		return q.giveUp()
	}
	if q.opensCall(w) {
		q.refused = true
		return q.fail(true)
	}
	q.closed = q.branch.Pos()
	q.doubt(w)
	if q.trail.allKnown() {
		return Found
	}
	q.phase = rechecking
	return goingOn
}

func (q *Search) mayFollow(next byte) bool {
	switch q.body {
	case Fenced:
		return next == '{' || next == '[' || next == ',' || next == ';'
	case Delimited:
		return false
	}
	return next != '"' && next != '}' && next != ']' && next != '\\'
}

// recheck looks for a second reading: another end of the first string, before the end of
// the value, that closes the value too.
func (q *Search) recheck(w *jsonscan.Window) {
	value := w.UpTo(q.closed, true)
	w = &value
	second := &Search{body: q.body, evidence: q.evidence, budget: q.budget, work: q.work, frames: q.frames[:1:1], phase: finding}
	for {
		f := &second.frames[0]
		at, state := second.nextEnd(w, f)
		if state != Found {
			q.SecondReading = q.SecondReading || state == Exhausted
			return
		}
		second.start(f, at)
		if second.run(w) != goingOn || second.branch.Done() {
			q.SecondReading = true
			return
		}
		second.frames = second.frames[:1]
	}
}

// A frame is a string whose end is looked for.
type frame struct {
	at   jsonscan.Scanner // in the string
	from int              // where the next end may be
	// member: text that looks like the object's next member was passed.
	member bool
	depth  int      // brackets that the text before from opens, in the string
	quotes int      // before from, in the string
	value  int      // number of the quote at which a member's value seems to begin; 0: at none
	keys   keyPlace // before the string, unless the frame is the first
	left   bool     // the string is in another call of the list
}

// trail is what the running branch has passed.
type trail struct {
	suspect    jsonscan.Scanner // in the last value string
	hasSuspect bool
	listed     int  // keys before it
	known      bool // the schema knows a key
	unknown    bool // the schema doesn't know another key
	invented   bool // or no key of that object
	wanted     bool // the key that names the call
	keys       int
	left       bool // the arguments were closed; in a list, other calls may follow
	opened     int  // where an object opened behind them whose first key isn't read yet; 0: none
	next       bool // one of these objects was another call
}

// allKnown reports whether the schema knows every key that the branch passed.
func (tr *trail) allKnown() bool { return tr.known && !tr.unknown }

// maxDoubted bounds the strings of one reading that may be at fault, since each takes 416 bytes. It is as
// many as an output may have calls ([parsers.DefaultToolCalls]).
const maxDoubted = 1024

func (q *Search) push(s jsonscan.Scanner, keys keyPlace) {
	s.Notes.Log = nil
	s.Notes.Tolerance = jsonscan.CommasDue // without one, another quote may be the end
	q.frames = append(q.frames, frame{at: s, from: s.Pos(), keys: keys})
	q.phase = finding
}

// setAside keeps ends that close the value but leave odd text behind it. They count if the search
// finds no better ones.
func (q *Search) setAside() {
	if q.aside == nil {
		q.aside = slices.Clone(q.Ends)
	}
}

// giveUp ends the search, with the ends that were set aside, if there are any.
func (q *Search) giveUp() State {
	if q.aside == nil {
		return Failed
	}
	q.Ends, q.SecondReading = q.aside, true
	return Found
}
