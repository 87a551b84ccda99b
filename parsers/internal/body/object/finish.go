package object

import (
	"cmp"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
)

// finishUnit ends the unit that closed, once the byte behind it is known. This byte may be a
// surplus closer.
func (j *Call) finishUnit(e *place.Around) phase {
	end := j.lex.s.Pos()
	u := &j.unit
	if j.given.tag != nil && !j.walk.list {
		return j.finishHeader(e, end)
	}
	rest := e.Rest(end)
	if len(rest) == 0 && !e.Final {
		if j.verdict.isCall(e) && !u.doubled {
			j.verdict.settle(e) // only a surplus closer can still follow
		}
		return waiting
	}
	if !j.verdict.isCall(e) {
		if u.announced && !j.given.tag.Data && !u.none {
			j.report.reject(e, end, parsers.ReasonMalformed, noCallHere)
		}
		return j.onward.afterUnit(e, end)
	}
	if len(rest) > 0 && e.Repairs() {
		n, more := j.onward.extraClosers(e, rest)
		switch {
		case more:
			return waiting
		case n > 0:
			if next, ok := j.doubt.closedEarly(e); ok {
				return next
			}
		}
		end = j.onward.extraCloser(n, end)
	}
	if u.doubled {
		end = j.onward.doubledBraces(e, rest, end)
	}
	if u.doubled {
		j.report.reject(e, end, parsers.ReasonMalformed, oneTooMany)
	} else {
		j.verdict.endUnit(e, end, parsers.End{Pending: j.walk.list})
	}
	return j.onward.afterUnit(e, end)
}

// behindUnit continues behind the unit that closed. Evidence for a misplaced quote that needs no
// byte behind the unit comes first: the result mustn't depend on whether there is such a byte.
func (j *Call) behindUnit(e *place.Around) phase {
	end := j.lex.s.Pos()
	if j.lex.s.Notes.Repaired > 0 && !j.again.UniqueUpTo(&e.Window, &j.lex.s, end) {
		return j.failed.trouble(end, recovery.Twice)
	}
	if next, ok := j.doubt.quoteBehind(e); ok {
		return next
	}
	return j.finishUnit(e)
}

// fail looks for the end of the failed candidate, and reports the candidate.
func (j *Call) fail(e *place.Around) phase {
	if !j.unit.shown() {
		return j.onward.noCandidate(e, cmp.Or(j.failed.failure.end, j.failed.failure.at))
	}
	f := &j.failed.failure
	if f.end > 0 {
		end, more := j.onward.withTail(e, f.end, false)
		if more {
			return waiting
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
		return waiting
	case j.failed.stop.Found:
		if j.failed.stop.Penalty {
			e.Costs.Penalize(end)
		}
	case f.open: // the output was cut off in the string
		f.reason, f.message = parsers.ReasonIncomplete, cutOffString
		j.lex.s.LastValueEnd, j.lex.s.LastValueDepth = j.again.Suspect.LastValue()
		if e.Config.Options.AcceptIncomplete && j.onward.cut(e) {
			return done
		}
	}
	if end, more = j.onward.withTail(e, end, balanced); more {
		return waiting
	}
	j.failed.reportFailure(e, end)
	return j.onward.leaveFailed(e, end, balanced)
}
