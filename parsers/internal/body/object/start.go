package object

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/room"
)

// reset makes the body ready to read from offset at on.
func (j *Call) reset(e *place.Around, at int, root *grammar.Shape) {
	j.log.Reset()
	j.edited = room.Reused(j.edited)
	j.state = state{} // in place: a literal would be made elsewhere, and copied
	j.root = root
	j.s.Start(at, e.MaxDepth(), j.tolerance(e), j.log)
	j.s.MaxLeading = maxLeadingComments
}

// tolerance is that of the shape: what is written by rule is no repair.
func (j *Call) tolerance(e *place.Around) jsonscan.Tolerance {
	if j.root != nil && j.root.Python {
		return jsonscan.Tolerant
	}
	return tolerance(e)
}

// maxLeadingComments is how many bytes of comments may stand in running text between
// an opener and the first key. Behind the brace of a function in most languages stands
// a comment, and would be held back to its end.
const maxLeadingComments = 64

func tolerance(e *place.Around) jsonscan.Tolerance {
	if e.Repairs() {
		return jsonscan.Tolerant
	}
	return jsonscan.Strict
}

// startUnit starts what may be one call.
func (j *Call) startUnit(e *place.Around, at int, doubled bool) {
	j.unit = unit{}
	j.s.MayRepairBrackets(0)
	j.unit.start, j.unit.doubled, j.unit.free = at, doubled, j.freeText(e, at)
	j.start()
	j.suspect.forget()
	j.keys, j.read, j.sought = nil, false, false
	j.brackets = j.brackets[:0]
}

// start notes how the unit starts.
func (j *Call) start() {
	j.fresh = j.unit
	j.freshN = j.n
	j.resume = j.s
}

// freeText tells whether a call that starts at offset at costs 0.3.
func (j *Call) freeText(e *place.Around, at int) bool {
	if j.tag != nil {
		return j.tag.Free || e.Penalized(at)
	}
	if j.lead != nil {
		return j.lead.Lost || e.Penalized(at)
	}
	return e.FreeText(at)
}

// nextElement goes on in a list behind the element that ended at end.
func (j *Call) nextElement(end int) (more, done bool) {
	j.log.Reset()
	j.unit = unit{start: end}
	j.unit.inherit(&j.fresh)
	j.suspect.forget()
	j.keys, j.search, j.read, j.sought = nil, nil, false, false
	j.failure = failedCall{}
	j.s.MayRepairBrackets(0)
	j.brackets = j.brackets[:0]
	j.skip, j.field, j.resume = 0, nil, j.s
	j.s.Repaired, j.s.Doubtful = 0, false
	j.phase = scanning
	return false, false
}

// inherit takes over what the wrapper around a list said.
func (u *unit) inherit(outer *unit) {
	u.via, u.openAI = outer.via, outer.openAI
	u.free = u.free || outer.free
	u.announced = outer.announced
}

// readAnew reads the unit from its start, with the ends that were found.
func (j *Call) readAnew(e *place.Around, ends []jsonscan.Forced) {
	j.readFrom(e, j.suspect.start, ends)
	j.read = true
}

// readFrom does so, anew from offset at on.
func (j *Call) readFrom(e *place.Around, at int, ends []jsonscan.Forced) {
	u := &j.unit
	begun, flushed := u.begun, u.flushed
	if begun && flushed > at {
		e.Handler.RewindArguments(at - u.args.start + j.log.Growth(u.args.start, at))
		flushed = at
	}
	j.log.Truncate(u.start)
	j.unit = j.fresh
	j.unit.begun, j.unit.flushed = begun, flushed
	j.s = j.resume
	j.s.Force(ends)
	j.s.Brackets(j.brackets)
	j.n, j.skip, j.field = j.freshN, 0, j.freshField
	j.phase = scanning
}

// suspect is the string whose end is in doubt if the reading fails.
type suspect struct {
	s       jsonscan.Scanner // as it stood in the string
	start   int              // of the string
	has     bool
	frozen  bool // what came after it isn't plausible
	skipped bool // s stands before it still
}

// skip makes the string at offset start the suspect, which the scanner is going to pass over.
func (s *suspect) skip(scanner *jsonscan.Scanner, start int) {
	s.s, s.start, s.has, s.skipped = *scanner, start, true, true
}

// forget clears the suspect: its place isn't looked at then.
func (s *suspect) forget() { s.has, s.frozen, s.skipped = false, false, false }

// visitSuspect reads up to the string in doubt, if it was passed over, from the opener of
// what was.
func (j *Call) visitSuspect(w *jsonscan.Window) {
	s := &j.suspect
	for s.skipped && s.s.Pos() <= s.start {
		t := s.s.Next(w)
		s.skipped = t.Kind != jsonscan.StringBegin || t.Start != s.start
	}
}
