package object

import (
	"cmp"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// fail looks for the end of the candidate that failed, and reports it.
func (j *Call) fail(e *place.Around) (more, done bool) {
	if !j.unit.shown() {
		return j.noCandidate(e, cmp.Or(j.failure.end, j.failure.at))
	}
	f := &j.failure
	if f.end > 0 {
		end, more := j.withTail(e, f.end, false)
		if more {
			return true, false
		}
		j.reportFailure(e, end)
		return j.leaveFailed(e, end, false)
	}
	end, balanced, more := j.findEnd(e)
	switch {
	case balanced:
	case more && !f.open:
		if end >= f.at {
			j.reportFailure(e, end)
		}
		return true, false
	case j.stop.Found:
		if j.stop.Penalty {
			e.Penalize(end)
		}
	case f.open:
		j.suspendedAtEnd()
		if e.Config.Options.AcceptIncomplete && j.cut(e) {
			return false, true
		}
	}
	if end, more = j.withTail(e, end, balanced); more {
		return true, false
	}
	j.reportFailure(e, end)
	return j.leaveFailed(e, end, balanced)
}

// findEnd looks for the end of the failed candidate; more: it isn't there yet,
// but what stands before end belongs to it.
func (j *Call) findEnd(e *place.Around) (end int, balanced, more bool) {
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
func (j *Call) suspendedAtEnd() {
	j.failure.reason = parsers.ReasonIncomplete
	j.failure.message = "unexpected end of output inside a string"
	j.s.LastValueEnd, j.s.LastValueDepth = j.suspect.s.LastValueEnd, j.suspect.s.LastValueDepth
}

// reportFailure reports the failed candidate, or more text of it, up to end.
func (j *Call) reportFailure(e *place.Around, end int) {
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
	e.Invalid(end, j.invalid(e, end, f.reason, f.message))
}

// leaveFailed goes on behind the failed candidate.
func (j *Call) leaveFailed(e *place.Around, end int, balanced bool) (more, done bool) {
	if f := &j.failure; end < f.at {
		e.Fuel().Burn(f.at-end, f.at) // it is read again
	}
	if j.list && balanced && j.freshN > 0 { // an element began
		j.n = j.freshN - 1
		j.s = j.resume
		j.s.ResumeAfter(end, j.resume.Depth()-1)
		return j.nextElement(end)
	}
	j.closeGroup(e)
	if j.list {
		j.leaveOpen(e, j.resume.Depth()-1)
	}
	e.Pos = end
	return false, true
}

// scan looks for the place where the braces balance, up to limit, and for
// markers outside strings. What stands between markers ends at the first one
// in a string, too, unless that string ends as a string does. more: a marker
// may begin where it stands.
func (f *failedCall) scan(e *place.Around, limit int) (end int, balanced, more bool) {
	for f.pos < limit {
		step := min(limit, f.pos+visit.Step)
		if end, balanced, more = f.scanStep(e, step); balanced || more || end < step {
			return end, balanced, more
		}
	}
	if f.marker > 0 {
		return f.marker, false, false
	}
	return f.pos, false, false
}

// scanStep is scan for so few bytes that they are counted at once.
func (f *failedCall) scanStep(e *place.Around, limit int) (end int, balanced, more bool) {
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
