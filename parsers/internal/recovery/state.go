package recovery

import (
	"slices"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// passed is white space that was looked at.
type passed struct{ from, to int }

// A frame is a string whose end is looked for.
type frame struct {
	at   jsonscan.Scanner // in the string
	from int              // where the next end may be
	// member: what looks like the object's next member was passed.
	member bool
	quotes int      // before from, in the string
	value  int      // the number of these where what looks like a member's value begins; 0: nowhere
	keys   keyPlace // before the string, of a frame that isn't the first
	left   bool     // as of the trail that led there: it is in another call of the list
}

// trail is what the running branch has passed.
type trail struct {
	suspect    jsonscan.Scanner // in the last value string
	hasSuspect bool
	listed     int  // keys before it
	known      bool // the schema knows a key
	unknown    bool // nothing vouches for another
	wanted     bool // the key that names the call
	keys       int
	left       bool // the arguments were closed: in a list, what follows are other calls
	opened     int  // where an object opened there whose first key isn't read; 0: none
	next       bool // one of these was another call
}

// vouched reports whether the schema knows every key that the branch passed.
func (t *trail) vouched() bool { return t.known && !t.unknown }

// alone reports whether what looks like the value of another member is the string's last
// quote: it has no partner in the string.
func (f *frame) alone() bool { return f.value > 0 && f.quotes == f.value+1 }

func (q *Search) push(s jsonscan.Scanner, keys keyPlace) {
	s.Log = nil
	s.Tolerance = jsonscan.Tolerant &^ jsonscan.AllowMissingCommas // without one, another quote may be the end
	q.frames = append(q.frames, frame{at: s, from: s.Pos(), keys: keys})
	q.phase = finding
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

// peek is the next byte at or after at that is no white space, 0 at the end
// of the output, and how much space stands before it; -1 if the window ends
// first. It goes on where it ended the last time.
func (s *passed) peek(w *jsonscan.Window, at int) (next byte, space int) {
	if s.from != at || s.to > w.End() {
		*s = passed{at, at}
	}
	b := w.Win[s.to-w.Base:]
	n := match.SpaceLen(b)
	w.Visits.Add(n)
	s.to += n
	switch {
	case n < len(b):
		return b[n], s.to - at
	case w.Final:
		return 0, s.to - at
	}
	return 0, -1
}
