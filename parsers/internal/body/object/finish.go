package object

import (
	"cmp"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// finishUnit ends the unit that closed, once the byte after it is known: it
// may be one closer too many.
func (j *Call) finishUnit(e *place.Around) (more, done bool) {
	end := j.lex.s.Pos()
	u := &j.unit
	if j.given.tag != nil && !j.walk.list {
		return j.finishHeader(e, end)
	}
	rest := e.Rest(end)
	if len(rest) == 0 && !e.Final {
		if j.verdict.isCall(e) && !u.doubled {
			j.verdict.settle(e) // what follows can only be one closer too many
		}
		return true, false
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
			return true, false
		case n > 0 && j.doubt.closedEarly(e):
			return false, false
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

// behindUnit goes on behind the unit that closed. What says without a byte behind it that
// a quote went astray comes first: whether there is one mustn't matter.
func (j *Call) behindUnit(e *place.Around) (more, done bool) {
	end := j.lex.s.Pos()
	if j.lex.s.Repaired > 0 && j.again.keys == nil && !j.again.read && !j.again.collectKeys(&e.Window, end) {
		j.failed.trouble(end, twice)
		return false, false
	}
	if found, more := j.doubt.quoteBehind(e); found || more {
		return more, false
	}
	return j.finishUnit(e)
}

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
