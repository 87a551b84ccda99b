package object

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/room"
)

// reset makes the body ready to read from offset at on.
func (j *Call) reset(e *place.Around, at int) {
	j.lex.start(e, at)
	j.again.reset()
	j.walk.reset()
	j.failed.reset()
	j.verdict.reset()
	j.onward.reset()
	j.doubt.reset()
}

// start makes the lexer read from offset at on.
func (j *lexing) start(e *place.Around, at int) {
	j.log.Reset()
	j.edited = room.Reused(j.edited)
	j.s.Start(at, e.MaxDepth(), j.given.tolerance(e), j.log)
	j.s.MaxLeading = maxLeadingComments
}

// What is large is set where it is used, and not cleared before.

// opens notes what the opening says; jsonAt is that of JSON which isn't arguments alone.
func (j *given) opens(root *grammar.Shape, lead *grammar.Lead, t *Header, at int, doubled bool) {
	j.root, j.lead, j.tag = root, lead, t
	j.held, j.jsonAt = false, 0
	if t != nil && t.Shape != nil {
		j.jsonAt = at
	}
	j.opened = opening{at, doubled}
}

func (j *walk) opens() { j.phase, j.list = unbegun, false }

func (j *again) reset() { j.search, j.keys, j.read, j.sought = nil, nil, false, false }

func (j *walk) reset() {
	j.phase, j.list, j.doubled = scanning, false, false
	j.n, j.field, j.skip, j.listAt, j.listEnd, j.extraList = 0, nil, 0, 0, 0, 0
	j.freshN, j.freshField = 0, nil
}

func (j *failed) reset() {
	j.failure = failedCall{}
	j.stop = failure.Stop{}
}

func (j *verdict) reset() { j.late, j.calls = false, 0 }

func (j *onward) reset() { j.endAt, j.noBracket = 0, false }

func (j *doubt) reset() {
	j.beyond = beyond{}
	j.entities, j.seeking = nil, false
}

// between prepares for what stands between markers.
func (j *lexing) between(e *place.Around, t *Header) {
	j.s.MaxLeading = 0
	if t.StringsEnd {
		j.s.Break = e.Breaks
	}
}

// tolerance is that of the shape: what is written by rule is no repair.
func (j *given) tolerance(e *place.Around) jsonscan.Tolerance {
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
func (j *walk) startUnit(e *place.Around, at int, doubled bool) {
	j.unit.known = known{}
	j.lex.s.MayRepairBrackets(0)
	j.unit.start, j.unit.doubled, j.unit.free = at, doubled, j.given.freeText(e, at)
	j.start()
	j.again.suspect.forget()
	j.again.keys, j.again.read, j.again.sought = nil, false, false
	j.again.brackets = j.again.brackets[:0]
}

// startArguments starts arguments alone, of a call that the header names.
func (j *walk) startArguments(e *place.Around, t *Header) {
	j.frames[0], j.n = frame{shape: &headerShape}, 1
	j.field = &headerField
	j.startUnit(e, t.Start, false)
	u := j.unit
	u.name, u.id = t.Name, t.ID
	u.argsKey, u.shape = true, &headerShape
	j.fresh, j.freshField = u.known, j.field
}

// start notes how the unit starts.
func (j *walk) start() {
	j.fresh = j.unit.known
	j.freshN = j.n
	j.again.resume = j.lex.s
}

// freeText tells whether a call that starts at offset at costs 0.3.
func (j *given) freeText(e *place.Around, at int) bool {
	if j.tag != nil {
		return j.tag.Free || e.Penalized(at)
	}
	if j.lead != nil {
		return j.lead.Lost || e.Penalized(at)
	}
	return e.FreeText(at)
}

// nextElement goes on in a list behind the element that ended at end.
func (j *walk) nextElement(end int) (more, done bool) {
	j.lex.log.Reset()
	j.unit.known = known{start: end}
	j.unit.inherit(&j.fresh)
	j.again.suspect.forget()
	j.again.keys, j.again.search, j.again.read, j.again.sought = nil, nil, false, false
	j.lex.s.MayRepairBrackets(0)
	j.again.brackets = j.again.brackets[:0]
	j.skip, j.field, j.again.resume = 0, nil, j.lex.s
	j.lex.s.Repaired, j.lex.s.Doubtful = 0, false
	j.phase = scanning
	return false, false
}

// inherit takes over what the wrapper around a list said.
func (u *known) inherit(outer *known) {
	u.via, u.openAI, u.alternate = outer.via, outer.openAI, outer.alternate
	u.free = u.free || outer.free
	u.announced = outer.announced
}

// readAnew reads the unit from its start, with the ends that were found.
func (j *doubt) readAnew(e *place.Around, ends []jsonscan.Forced) {
	j.walk.readFrom(e, j.again.suspect.start, ends)
	j.again.read = true
}

// readFrom does so, anew from offset at on.
func (j *walk) readFrom(e *place.Around, at int, ends []jsonscan.Forced) {
	u := j.unit
	begun, flushed := u.begun, u.flushed
	if begun && flushed > at {
		e.Handler.RewindArguments(at - u.args.start + j.lex.log.Growth(u.args.start, at))
		flushed = at
	}
	j.lex.log.Truncate(u.start)
	j.unit.known = j.fresh
	j.unit.begun, j.unit.flushed = begun, flushed
	j.lex.s = j.again.resume
	j.lex.s.Force(ends)
	j.lex.s.Brackets(j.again.brackets)
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
func (j *again) visitSuspect(w *jsonscan.Window) {
	s := &j.suspect
	for s.skipped && s.s.Pos() <= s.start {
		t := s.s.Next(w)
		s.skipped = t.Kind != jsonscan.StringBegin || t.Start != s.start
	}
}
