package object

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// walk decides where in the shape and in the list the reading is.
type walk struct {
	below
	verdict *verdict

	list      bool // there are several calls, and the opening of their list was reported
	doubled   bool // the arguments began with a surplus '{'
	n         int  // frames in use
	field     *grammar.Field
	skip      int // the depth at which a value without anything of interest ends; 0: none
	listAt    int // frames in use between the elements of the list
	listEnd   int // where the list was closed in its wrapper
	extraList int // a surplus bracket before the list; 0: none
	frames    [maxFrames]frame

	fresh  known // the unit as it started
	freshN int   // the frames in use at the unit's start
}

func (j *walk) reset() {
	j.list, j.doubled = false, false
	j.n, j.field, j.skip, j.listAt, j.listEnd, j.extraList = 0, nil, 0, 0, 0, 0
	j.freshN = 0
}

// suspectString remembers the place of a string, whose end may be in doubt. The string of a name is
// never in doubt, because a name has no quotes.
func (j *walk) suspectString() {
	named := j.skip == 0 && j.field != nil && j.field.Name != 0
	if !named {
		j.again.Suspect.Begin(&j.lex.s)
	}
}

// startUnit starts what may be one call.
func (j *walk) startUnit(e *place.Around, at int, doubled bool) {
	j.unit.starts(e, at, doubled)
	j.startsUnit()
	j.fresh, j.freshN = j.unit.known, j.n
}

// startsUnit resets the parts that hold the state of a unit.
func (j *walk) startsUnit() {
	j.report.starts()
	j.verdict.starts()
	j.lex.s.Given.RepairDepth = 0
	j.again.Starts(&j.lex.s, j.unit.start)
}

// startArguments starts the arguments of a call that the header names.
func (j *walk) startArguments(e *place.Around, t *Header) {
	j.frames[0], j.n = frame{shape: &headerShape}, 1
	j.field = &headerField
	j.startUnit(e, t.Start, false)
	j.unit.name, j.unit.id = t.Name, t.ID
	j.unit.argsKey, j.unit.shape = true, &headerShape
	j.fresh = j.unit.known
}

// nextElement continues in a list behind the element that ends at end.
func (j *walk) nextElement(end int) phase {
	j.unit.continues(end, &j.fresh)
	j.startsUnit()
	j.again.NoSearch()
	j.lex.log.Reset()
	j.lex.s.Notes.Repaired, j.lex.s.Notes.Doubtful = 0, false
	j.skip, j.field = 0, nil
	return scanning
}

// rewind goes back to the start of the unit, which is read a second time. The second reading is the
// same up to offset at.
func (j *walk) rewind(e *place.Around, at int) {
	j.report.rewindTo(e, at)
	j.verdict.starts()
	j.lex.log.Truncate(j.unit.start)
	j.unit.known = j.fresh
	j.n, j.skip, j.field = j.freshN, 0, nil
	if j.given.alone() {
		j.field = &headerField
	}
}
