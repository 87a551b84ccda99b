package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// failedCall is what is known of a candidate that failed.
type failedCall struct {
	at      int // where it failed
	reason  parsers.Reason
	message string
	end     int  // where it ends, if that is known; else 0
	open    bool // all the output was searched for the end of a string

	pos      int // up to here it was looked for its end
	depth    int // containers open at pos
	quote    byte
	escaped  bool
	reported bool

	clear  int  // no marker begins before it in the string that failed; 0: nobody looked
	tagged bool // the candidate stands between markers
	marker int  // the first marker in the string at pos, or directly before; 0: none
	closed bool // that string was closed: does what follows fit?
}

// trouble handles a contradiction at offset at.
func (j *failed) trouble(at int, message string) {
	j.setFailure(at, parsers.ReasonMalformed, message)
	j.walk.phase = doubting
}

// endsAt is setFailure for a candidate that ends at end.
func (j *failed) endsAt(end, at int, reason parsers.Reason, message string) {
	j.setFailure(at, reason, message)
	j.failure.end = end
}

func (j *failed) setFailure(at int, reason parsers.Reason, message string) {
	j.walk.phase = failing
	depth := j.lex.s.Depth()
	if j.walk.list {
		depth -= j.again.resume.Depth() - 1
	}
	if j.given.alone() && depth == 0 && (!j.given.tag.Prose || j.unit.args.kind != noArguments) {
		depth = 1 // the markers are what ends it
	}
	j.failure = failedCall{at: at, reason: reason, message: message, pos: at, depth: depth, tagged: j.given.tag != nil}
	if j.lex.s.InString() {
		j.failure.quote = j.lex.s.QuoteLead()
	}
	if depth <= 0 {
		j.failure.end = at
	}
	j.stop = failure.Stop{Pos: max(j.unit.start, j.given.jsonAt) + 1, Prev: '{', Last: '{', Shape: j.given.others(), Markers: at}
}

// overrun tells whether the object whose key begins at offset at begins another call, at a line
// start. If the candidate fails later, it ends there, and what was read is read again: without
// fuel for that it fails at once.
func (j *failed) overrun(e *place.Around, at int) bool {
	before := e.Slice(max(e.Base, at-failure.MaxOpenerSpace), at)
	n := e.Visits.LastIndexByte(before, '\n') + 1
	if n == 0 || n == len(before) || before[n] != '{' {
		return false
	}
	at -= len(before) - n
	if at <= max(j.unit.start, j.given.jsonAt) || !failure.MatchOpener(e, j.given.others(), e.Rest(at), 0).Yes() {
		return false
	}
	j.setFailure(at, parsers.ReasonMalformed, "another call begins in it, and too much of the output was read twice")
	return true
}

// others is the shape of the other objects that may be calls where this one is.
func (j *given) others() *grammar.Shape {
	if j.tag == nil || j.tag.Exact {
		return nil
	}
	return j.tag.Shape
}

// stopsAt tells whether a marker at offset at ends a failed call.
func stopsAt(e *place.Around, at int) (yes, more bool) {
	m, n := e.MarkAt(at)
	return n.Yes() && m.Stops(), n == match.More
}
