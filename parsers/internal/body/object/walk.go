package object

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
)

// walk decides where the reading is in the shape and in the list.
type walk struct {
	given   *given
	lex     *lexing
	unit    *unit
	report  *report
	again   *recovery.Reading
	verdict *verdict

	list      bool // several calls: an opening was reported
	doubled   bool // the arguments began with one '{' too many
	n         int  // frames in use
	field     *grammar.Field
	skip      int // depth at which a value that holds nothing of interest ends; 0: none
	listAt    int // frames in use between the elements of the list
	listEnd   int // where the list was closed in its wrapper
	extraList int // a bracket too many before the list; 0: none
	frames    [MaxFrames]frame

	fresh      known // the unit as it started,
	freshN     int   // the frames in use then,
	freshField *grammar.Field
}

func (j *walk) reset() {
	j.list, j.doubled = false, false
	j.n, j.field, j.skip, j.listAt, j.listEnd, j.extraList = 0, nil, 0, 0, 0, 0
	j.freshN, j.freshField = 0, nil
}

func (j *walk) opens() { j.list = false }

// suspectString keeps the place of a value string: its end may be in doubt.
// A name holds no quotes.
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

// startsUnit clears the parts that know the unit before.
func (j *walk) startsUnit() {
	j.report.starts()
	j.verdict.starts()
	j.lex.s.MayRepairBrackets(0)
	j.again.Starts(&j.lex.s, j.unit.start)
}

// startArguments starts the arguments of a call that the header names.
func (j *walk) startArguments(e *place.Around, t *Header) {
	j.frames[0], j.n = frame{shape: &headerShape}, 1
	j.field = &headerField
	j.startUnit(e, t.Start, false)
	j.unit.headed(t)
	j.fresh, j.freshField = j.unit.known, j.field
}

// nextElement goes on in a list behind the element that ended at end.
func (j *walk) nextElement(end int) phase {
	j.unit.continues(end, &j.fresh)
	j.startsUnit()
	j.again.NoSearch()
	j.lex.clear()
	j.skip, j.field = 0, nil
	return scanning
}

// rewind goes back to the start of the unit, which is read a second time. Before offset at it
// reads the same.
func (j *walk) rewind(e *place.Around, at int) {
	j.report.rewindTo(e, at)
	j.verdict.starts()
	j.lex.log.Truncate(j.unit.start)
	j.unit.restore(&j.fresh)
	j.n, j.skip, j.field = j.freshN, 0, j.freshField
}

// wasElement notes that an element of the list was read at one look. free: calls have a penalty.
func (j *walk) wasElement(free bool) {
	j.fresh.inherit(&j.unit.known)
	j.fresh.free = free
}

// leaveElement goes back to the list that holds the element.
func (j *walk) leaveElement() { j.n = j.freshN - 1 }
