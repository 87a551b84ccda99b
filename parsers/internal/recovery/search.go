package recovery

import "github.com/toolparser/toolparser/parsers/internal/jsonscan"

// A Search looks for the end of one string. Make it with New.
type Search struct {
	// Ends are the strings' ends, once Found.
	Ends []jsonscan.Forced
	// SecondReading: another end would close the value too.
	SecondReading bool
	// ToEnd: the search Failed because the string goes on to the window's end.
	ToEnd bool

	body     Body
	evidence Evidence
	fuel     *Fuel

	frames  []frame
	first   jsonscan.Scanner  // in the string in doubt
	aside   []jsonscan.Forced // ends that count if there are no better ones
	split   bool              // they reach another call of the list
	loose   bool              // several strings may be damaged, even without a schema
	branch  jsonscan.Scanner
	phase   phase
	keys    Keys
	opened  []object // around the last value string of the branch
	trail   trail
	closed  int    // offset behind the value, once it closed
	refused bool   // ends were refused, because a call that isn't closed opens in their strings
	space   passed // behind a quote, or behind the value
	comma   passed // behind a comma that follows the value
	after   after  // text behind the value
}

type phase uint8

const (
	finding phase = iota
	running
	following
	rechecking
)

// New looks for the end of the string that s is in.
func New(s jsonscan.Scanner, body Body, e Evidence, fuel *Fuel) *Search {
	q := &Search{body: body, evidence: e, fuel: fuel, SecondReading: e.Doubt}
	s.Given.RepairDepth = 0 // brackets decide which reading is right
	q.first = s
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
	other := New(q.first, q.body, q.evidence, q.fuel)
	other.loose = true
	if other.Run(&whole) != Found || len(other.Ends) < 2 || !other.balanced(&whole) {
		return false
	}
	q.Ends, q.SecondReading = other.Ends, true
	return true
}

// Run goes on with the search. The window must reach from before the string
// to the end of the text that may belong to the value.
func (q *Search) Run(w *jsonscan.Window) State {
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
