package object

import (
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// An inside says that the reading waits inside a string, everything before
// being reported: what only stands for itself there needs no step.
type inside uint8

const (
	nowhere inside = iota
	quietly        // nothing of it is reported yet
	arguing        // it is part of the arguments, which are reported as they come
)

// wait notes where in a string the reading waits for more bytes.
func (j *Call) wait() {
	u := &j.unit
	switch {
	case j.phase != scanning:
	case !j.report.begun || u.args.kind == stringArguments:
		j.inside = quietly
	case u.args.end == 0 && u.def.stage == schemaSettled && j.report.flushed == j.lex.s.Pos() && !j.failed.failure.reported:
		j.inside = arguing
	}
}

// Inside reports whether it does; nil, it doesn't.
func (j *Call) Inside() bool { return j != nil && j.inside != nowhere }

// Pass reads on without a step, as far as the window reaches: what comes next only
// makes the string longer. False if it does more. Most of a long call comes in
// pieces that don't.
func (j *Call) Pass(e *place.Around) bool {
	if !j.Inside() {
		return false
	}
	if !j.lex.s.Pass(&e.Window) {
		return false // the step reports what was passed over
	}
	if end := j.lex.s.Pos(); j.inside == arguing && j.report.flushed < end {
		e.Handler.Arguments(j.report.pass(e, end))
	}
	return true
}

// Leave says that the reading goes on nowhere.
func (j *Call) Leave() {
	if j != nil {
		j.inside = nowhere
	}
}
