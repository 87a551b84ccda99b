package object

import (
	"cmp"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// fail looks for the end of the candidate that failed, and reports it.
func (j *Call) fail(e *place.Around) (more, done bool) {
	if !j.unit.shown() {
		return j.onward.noCandidate(e, cmp.Or(j.failed.failure.end, j.failed.failure.at))
	}
	f := &j.failed.failure
	if f.end > 0 {
		end, more := j.onward.withTail(e, f.end, false)
		if more {
			return true, false
		}
		j.failed.reportFailure(e, end)
		return j.onward.leaveFailed(e, end, false)
	}
	end, balanced, more := j.failed.findEnd(e)
	switch {
	case balanced:
	case more && !f.open:
		if end >= f.at {
			j.failed.reportFailure(e, end)
		}
		return true, false
	case j.failed.stop.Found:
		if j.failed.stop.Penalty {
			e.Penalize(end)
		}
	case f.open:
		j.failed.suspendedAtEnd()
		if e.Config.Options.AcceptIncomplete && j.onward.cut(e) {
			return false, true
		}
	}
	if end, more = j.onward.withTail(e, end, balanced); more {
		return true, false
	}
	j.failed.reportFailure(e, end)
	return j.onward.leaveFailed(e, end, balanced)
}

// findEnd looks for the end of the failed candidate; more: it isn't there yet,
// but what stands before end belongs to it.
func (j *failed) findEnd(e *place.Around) (end int, balanced, more bool) {
	for {
		at := j.stop.Pos
		w := j.stop.Window(e)
		limit := w.End()
		end, balanced, wait := j.failure.scan(e, limit)
		switch {
		case balanced:
			return end, true, false
		case j.stop.Found && !wait:
			return limit, false, false
		case wait || j.stop.Pos == at:
			return min(end, limit), false, !e.Final || wait
		}
	}
}

// suspendedAtEnd says of a candidate whose string never ended that the output
// was cut off in it.
func (j *failed) suspendedAtEnd() {
	j.failure.reason = parsers.ReasonIncomplete
	j.failure.message = "unexpected end of output inside a string"
	j.lex.s.LastValueEnd, j.lex.s.LastValueDepth = j.again.suspect.s.LastValueEnd, j.again.suspect.s.LastValueDepth
}

// reportFailure reports the failed candidate, or more text of it, up to end.
func (j *failed) reportFailure(e *place.Around, end int) {
	f := &j.failure
	if f.reason == parsers.ReasonUnspecified || j.unit.name == "" && j.unit.schema != "" {
		e.Text(end) // a definition
		return
	}
	if f.reported {
		e.InvalidText(end)
		return
	}
	if end == e.Mark { // the element before it reached up to the marker
		return
	}
	f.reported = true
	e.Invalid(end, j.unit.invalid(e, end, f.reason, f.message))
}

// leaveFailed goes on behind the failed candidate.
func (j *onward) leaveFailed(e *place.Around, end int, balanced bool) (more, done bool) {
	if f := &j.failed.failure; end < f.at {
		e.Fuel().Burn(f.at-end, f.at) // it is read again
	}
	if j.walk.list && balanced && j.walk.freshN > 0 { // an element began
		j.walk.n = j.walk.freshN - 1
		j.lex.s = j.again.resume
		j.lex.s.ResumeAfter(end, j.again.resume.Depth()-1)
		j.failed.failure = failedCall{}
		return j.walk.nextElement(end)
	}
	j.closeGroup(e)
	if j.walk.list {
		j.lex.leaveOpen(e, j.again.resume.Depth()-1)
	}
	e.Pos = end
	return false, true
}

// scan looks for the place where the braces balance, up to limit, and for
// markers outside strings. What stands between markers ends at the first one
// in a string, too, unless that string ends as a string does. more: a marker
// may begin where it stands.
func (f *failedCall) scan(e *place.Around, limit int) (end int, balanced, more bool) {
	defer e.Visits.Passed(f.pos, &f.pos)
	for ; f.pos < limit; f.pos++ {
		c := e.Win[f.pos-e.Base]
		if f.closed && !match.IsSpace(e.Win[f.pos-e.Base]) {
			if strings.IndexByte(",:]}", c) < 0 {
				return f.marker, true, false
			}
			f.closed, f.marker = false, 0
		}
		switch {
		case f.escaped:
			f.escaped = false
		case f.quote != 0:
			if f.tagged && f.marker == 0 && e.Firsts[c] {
				stops, more := e.CutsString(f.pos)
				if more {
					return f.pos, false, true
				}
				if stops {
					f.marker = f.pos
				}
			}
			f.inString(c)
		case e.Firsts[c] && e.Marks():
			if stops, more := stopsAt(e, f.pos); stops || more {
				return f.pos, stops, more
			}
			fallthrough
		default:
			if f.outside(c) {
				return f.pos + 1, true, false
			}
		}
	}
	if f.marker > 0 {
		return f.marker, false, false
	}
	return f.pos, false, false
}

// outside counts what a byte outside of strings opens and closes; true if
// everything is closed behind it.
func (f *failedCall) outside(c byte) bool {
	switch c {
	case '"':
		f.quote = c
	case '{', '[':
		f.depth++
	case '}', ']':
		f.depth--
		return f.depth <= 0
	}
	return false
}

func (f *failedCall) inString(c byte) {
	switch c {
	case '\\':
		f.escaped = true
	case f.quote:
		f.quote, f.closed = 0, f.marker > 0
	}
}
