package quotes

import (
	"slices"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
)

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
