package object

import (
	"cmp"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
	"github.com/toolparser/toolparser/parsers/internal/repair"
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
		if j.given.announces() && !j.given.tag.Data && !u.none {
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
	if !j.again.UniqueUpTo(&e.Window, &j.lex.s, end) {
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
	end, balanced := f.end, false
	if end == 0 {
		var more bool
		end, balanced, more = j.failed.findEnd(e)
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
			if j.onward.cut(e) {
				return done
			}
		}
	}
	if j.given.tag != nil && !(j.walk.list && balanced) { // the text behind the arguments may be part of it
		tail, more := j.given.tag.After(e, end, true)
		if more {
			return waiting
		}
		end = tail.End
	}
	j.failed.reportFailure(e, end)
	return j.onward.leaveFailed(e, end, balanced)
}

// finishHeader ends the call whose arguments end at end.
func (j *Call) finishHeader(e *place.Around, end int) phase {
	rest := e.Rest(end)
	if j.given.marked() && j.verdict.isCall(e) && !j.unit.doubled {
		j.verdict.settle(e)
	}
	if len(rest) == 0 && !e.Final {
		return waiting
	}
	if j.given.alone() && j.unit.wordAtEnd(e) {
		return j.failed.endsAt(end, end, parsers.ReasonIncomplete, failure.CutOff)
	}
	lacks := false
	if j.given.tag.Around != 0 {
		var more bool
		if end, lacks, more = unpacked(e, end, j.given.tag.Around); more {
			return waiting
		}
		rest = e.Rest(end)
	}
	doubled := j.walk.doubled || j.unit.doubled
	extra, most := 0, maxExtra
	switch {
	case !e.Repairs():
		most = 0
	case doubled:
		most = 1
	}
	for extra < min(most, len(rest)) && (rest[extra] == '}' || rest[extra] == ']' && !doubled) {
		if a := marks(e, end+extra); a == match.More {
			return waiting
		} else if a.Yes() {
			break
		}
		extra++
	}
	if extra > 0 && extra < most && extra == len(rest) && !e.Final {
		return waiting
	}
	if extra > 0 && !doubled {
		if next, ok := j.doubt.closedEarly(e); ok {
			return next
		}
	}
	at := end + extra
	tail, more := j.given.tag.After(e, at, false)
	if more {
		return waiting
	}
	// A string of a failed call may quote this call. Text behind the call is evidence for that, so the
	// call has a penalty. A quote or a backslash directly behind it belongs to that string.
	if e.Costs.Quoted(j.unit.start) && !tail.Free {
		if tail.Free, more = textFollows(e, tail.End); more {
			return waiting
		}
		if behind := e.Rest(tail.End); tail.Free && (behind[0] == '"' || behind[0] == '\\') {
			tail.Malformed = "the call is quoted in a failed call"
		}
	}
	if tail.End == at && tail.Malformed == "" {
		prose, more := j.onward.prose(e, at)
		if more {
			return waiting
		}
		if prose {
			tail.Malformed = "text follows arguments that are no object"
		}
	}
	if lacks {
		j.lex.note(repair.MissingCloser, end)
		behind, _ := e.Space(end)
		if rest = e.Rest(behind); tail.Free || len(rest) > 0 && rest[0] == ',' { // a call behind it is in the same brackets, too
			tail.Malformed = "the brackets contain more than the object of the arguments"
		}
	}
	j.noteTail(&tail, end, extra, doubled)
	message := tail.Malformed
	if message == "" {
		message = j.given.tag.Malformed
	}
	j.report.resolve(e, nil)
	switch {
	case j.given.marked() && !j.verdict.isCall(e):
		if !j.given.tag.Announces || j.given.tag.Data || j.unit.none {
			return j.onward.noCandidate(e, end)
		}
		message = noCallHere
	case message == "" && j.unit.name == "":
		message = "no declared tool fits the call's name"
	}
	if message == "" && tail.Missing && !e.Repairs() {
		message = "the end marker is missing"
	}
	if message != "" {
		j.report.reject(e, tail.End, parsers.ReasonMalformed, message)
	} else {
		j.verdict.endUnit(e, tail.End, parsers.End{FreeText: tail.Free})
	}
	e.Pos = tail.End
	e.Calls.Called()
	return done
}

// unpacked returns the end of the brackets around arguments that end at end. The second result
// reports whether the closing bracket is missing.
func unpacked(e *place.Around, end int, closer byte) (at int, lacks, more bool) {
	at, more = e.Space(end)
	rest := e.Rest(at)
	switch {
	case more:
		return end, false, true
	case len(rest) == 0 || rest[0] != closer:
		return end, true, false
	}
	return at + 1, false, len(rest) == 1 && !e.Final
}

// noteTail notes what is wrong behind the arguments, which end at end. extra is the number of
// surplus braces and brackets there.
func (j *Call) noteTail(tail *Tail, end, extra int, doubled bool) {
	switch {
	case extra > 0 && doubled:
		at := j.unit.args.start
		if j.given.marked() {
			at = j.again.From.Pos()
		}
		j.lex.note(repair.ExtraOpener, at-1)
	case extra > 0:
		j.onward.extraCloser(extra, end)
	case doubled:
		tail.Malformed = oneTooMany
	}
	if tail.Missing {
		j.lex.note(repair.MissingMarker, tail.End)
	}
	j.lex.log.Repairs = append(j.lex.log.Repairs, tail.Repairs...)
}

// finishList ends the list between markers, once the text behind it is known.
func (j *Call) finishList(e *place.Around) phase {
	end := j.onward.endAt
	rest := e.Rest(end)
	if len(rest) == 0 && !e.Final {
		return waiting
	}
	extra := len(rest) > 0 && rest[0] == ']' && e.Repairs()
	if extra {
		switch a := marks(e, end); {
		case a == match.More:
			return waiting
		case a.Yes():
			extra = false
		default:
			end++
		}
	}
	tail, more := j.given.tag.After(e, end, j.verdict.calls == 0)
	if more {
		return waiting
	}
	if !j.walk.list { // the list is empty
		j.onward.endList(e, j.onward.endAt)
		return done
	}
	j.lex.log.Repairs = append(j.lex.log.Repairs, tail.Repairs...)
	if j.onward.noBracket && !e.Costs.CutOff() {
		j.lex.note(repair.MissingCloser, j.onward.endAt)
	}
	if extra {
		j.lex.note(repair.ExtraCloser, j.onward.endAt)
	}
	if tail.Missing && !e.Costs.CutOff() {
		j.lex.note(repair.MissingMarker, j.onward.endAt)
	}
	j.onward.endList(e, tail.End)
	return done
}
