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
	// member: text that looks like the object's next member was passed.
	member bool
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
	wanted     bool // the key that names the call
	keys       int
	left       bool // the arguments were closed; in a list, other calls may follow
	opened     int  // where an object opened behind them whose first key isn't read yet; 0: none
	next       bool // one of these objects was another call
}

// vouched reports whether the schema knows every key that the branch passed.
func (t *trail) vouched() bool { return t.known && !t.unknown }

// alone reports whether the quote at which a member's value seems to begin is the last one in the
// string: it has no partner there.
func (f *frame) alone() bool { return f.value > 0 && f.quotes == f.value+1 }

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

// last is the last byte of b; 0 if b is empty.
func last(b []byte) byte {
	if len(b) == 0 {
		return 0
	}
	return b[len(b)-1]
}

// peek returns the next byte at or after at that is no white space, 0 at the end
// of the output, and the length of the white space before it; -1 if the window ends
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
