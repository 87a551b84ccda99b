package object

import (
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// An inside says whether the reading waits inside a string, and everything before is reported. Then
// bytes that only stand for themselves need no step.
type inside uint8

const (
	nowhere inside = iota
	quietly        // nothing of the string is reported yet
	arguing        // the string is part of the arguments, which are reported as they come
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

// Inside reports whether the reading waits inside a string.
func (j *Call) Inside() bool { return j != nil && j.inside != nowhere }

// Pass reads to the end of the window without a step, if the call is Inside a string and these bytes only
// make that longer. Otherwise it returns false. Most chunks of a long call only make a string longer.
func (j *Call) Pass(e *place.Around) bool {
	if !j.lex.s.Pass(&e.Window) {
		return false // the step reports the bytes that were read here
	}
	if from, end := j.report.flushed, j.lex.s.Pos(); j.inside == arguing && from < end {
		j.report.flushed = end
		e.Handler.Arguments(e.Slice(from, end)) // it has no repairs
	}
	return true
}

// Leave notes that the reading ends here.
func (j *Call) Leave() {
	if j != nil {
		j.inside = nowhere
	}
}
