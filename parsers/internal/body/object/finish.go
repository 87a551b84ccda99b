package object

import (
	"cmp"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// unexpected handles a byte that isn't allowed at its place. It may be the end of the JSON, or a
// quote before it may be in the wrong place.
func (j *Call) unexpected(e *body.Around, t jsonscan.Token) phase {
	if !j.lex.s.InString() {
		ending, more := j.given.endingAt(e, t.Start)
		if more {
			return waiting
		}
		if ending != body.EndsNothing {
			return j.endOfInput(e, ending)
		}
		if j.walk.betweenElements() {
			return j.onward.brokenList(e, t.Start)
		}
		if next, ok := j.failed.markerOpens(e, t.Start); ok {
			return next
		}
		if j.walk.doublesArguments(e, t.Start) || j.walk.doublesElement(e, t.Start) {
			return scanning
		}
	}
	return j.failed.trouble(t.Start, j.lex.s.Message())
}

// endOfInput handles the end of the output, of the fence or of the block.
func (j *Call) endOfInput(e *body.Around, ending body.Ending) phase {
	if ending != body.EndsOutput {
		if next, ok := j.failed.markerQuoted(e); ok {
			return next
		}
	}
	switch {
	case j.walk.betweenElements(), j.walk.list && j.walk.n == 1:
		return j.onward.brokenList(e, max(j.lex.s.PrevEnd(), e.Mark))
	case j.onward.completes(e, ending):
		return j.onward.complete(e)
	case !j.unit.shown():
		return j.cutOffText(e)
	case ending == body.EndsArguments && j.given.alone() && j.unit.args.kind == noArguments:
		return j.finishHeader(e, j.lex.s.Pos())
	case j.lex.s.InString() && j.failed.stringEnds(e):
		return failing
	case ending == body.EndsOutput && j.onward.cut(e):
		return done
	}
	if m, ok := j.doubt.moved(e); ok {
		return j.endMoved(e, &m)
	}
	if ending != body.EndsOutput && j.given.tag != nil && j.given.tag.StringsEnd {
		return j.failed.endsAt(j.lex.s.Pos(), j.lex.s.Pos(), parsers.ReasonMalformed, endsEarly)
	}
	message := failure.CutOff
	if j.lex.s.InString() {
		message = cutOffString
	}
	end := j.lex.s.Pos()
	if ending == body.EndsOutput {
		end = e.Base + len(e.Win) // an incomplete escape isn't read yet
	}
	return j.failed.endsAt(end, j.lex.s.Pos(), parsers.ReasonIncomplete, message)
}

// cutOffString is what is wrong about a call that the output's end cuts off in a string.
const cutOffString = "unexpected end of output inside a string"

// cutOffText reports text that doesn't look like a call at the end of the output, of the fence or
// of the block.
func (j *Call) cutOffText(e *body.Around) phase {
	at := j.lex.s.Pos()
	if j.lex.s.InString() {
		j.failed.setFailure(at, parsers.ReasonUnspecified, "")
		if j.failed.cutAtMarker(e) {
			at = j.failed.failure.end
		}
	}
	return j.onward.noCandidate(e, at)
}

// endMoved ends the unit whose name is missing, and adds the missing closer before the name.
func (j *Call) endMoved(e *body.Around, m *movedName) phase {
	// It is the call's name if the tool is declared, and has no argument with this key.
	if tool := e.Rules.Properties(m.name); !e.Repairs() || tool.Len() == 0 || tool.Names([]byte(m.field.Key)) {
		return j.failed.endsAt(j.lex.s.Pos(), j.lex.s.Pos(), parsers.ReasonMalformed, "the name is inside the arguments")
	}
	u := &j.unit
	u.name, u.named, u.args.end = m.name, m.field, m.end
	j.lex.log.Truncate(m.end)
	j.lex.note(repair.MissingCloser, m.end)
	j.lex.note(repair.ToolName, m.start)
	j.report.begin(e)
	j.report.flushTo(e, m.end)
	e.Handler.Arguments([]byte("}"))
	return j.onward.endLacking(e, j.lex.s.PrevEnd())
}

// listText continues in a string that is the first element of what may be a list.
func (j *Call) listText(e *body.Around) phase {
	w := e.Window
	end := j.lex.s.StringStart() + maxListText
	longer := w.End() > end
	if longer {
		w = w.UpTo(end, false)
	}
	t := j.lex.s.Next(&w)
	switch t.Kind {
	case jsonscan.More:
		if longer {
			return j.onward.noCandidate(e, j.lex.s.StringStart())
		}
		return waiting
	case jsonscan.String:
		return listTextEnded
	case jsonscan.End:
		return j.endOfInput(e, body.EndsOutput)
	default:
		j.phase = scanning // this is also the phase if more bytes are needed
		return j.unexpected(e, t)
	}
}

// behindListText accepts the string as an element, unless the byte directly behind it shows that it
// isn't one. Then the string may end at a marker in it.
func (j *Call) behindListText(e *body.Around) phase {
	at, end := j.lex.s.Pos(), e.Window.End()
	if at == end && !e.Final {
		return waiting
	}
	next, behind := j.lex.s, e.UpTo(min(at+1, end), false)
	if next.Next(&behind).Kind == jsonscan.Unexpected {
		return j.failed.trouble(at, next.Message())
	}
	j.onward.otherElement(e, j.lex.s.StringStart()) // in running text, no other value fails
	return scanning
}

// maxListText is the maximum length of such a string. In code, the quote that closes a string
// behind a bracket is often many lines away. Without a limit, all text between the quotes is held
// back.
const maxListText = 64

// finishUnit ends the unit that closed, once the byte behind it is known. This byte may be a
// surplus closer.
func (j *Call) finishUnit(e *body.Around) phase {
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
func (j *Call) behindUnit(e *body.Around) phase {
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
func (j *Call) fail(e *body.Around) phase {
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
func (j *Call) finishHeader(e *body.Around, end int) phase {
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
func unpacked(e *body.Around, end int, closer byte) (at int, lacks, more bool) {
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
func (j *Call) finishList(e *body.Around) phase {
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
