package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// onward decides what follows a unit: another element, the end of the list, or text.
type onward struct {
	*below
	walk    *walk
	failed  *failed
	verdict *verdict

	endAt     int  // where the JSON ends
	noBracket bool // the list has no closing bracket
}

// brokenList ends a list that contains something other than elements.
func (j *onward) brokenList(e *body.Around, at int) phase {
	if j.given.marked() {
		end := max(j.lex.s.PrevEnd(), e.Mark)
		j.lex.log.Truncate(end) // drop the repairs of the text that is no element
		j.noBracket = true
		j.lex.readAgain(e, end)
		return j.closeAt(end)
	}
	return j.noCandidate(e, at)
}

// completes reports whether only closers are missing.
func (j *onward) completes(e *body.Around, ending body.Ending) bool {
	u := &j.unit
	named := u.name != "" || j.given.tag != nil && j.given.tag.Resolve != nil // a name may still be found
	if ending == body.EndsMessage || !e.Repairs() || !j.lex.s.Closable() || !named || u.args.kind == noArguments || !u.typeOK(u.named) || u.wordAtEnd(e) {
		return false
	}
	return u.args.end > 0 || ending == body.EndsArguments && u.args.kind == objectArguments
}

// complete reports the call whose closers are missing.
func (j *onward) complete(e *body.Around) phase {
	j.lex.s.DropComma()
	end := j.lex.s.PrevEnd()
	for range j.lex.s.Nesting.Depth() - j.walk.outer() {
		j.lex.note(repair.MissingCloser, end)
	}
	j.report.endArguments(e, end, j.lex.s.Nesting.Depth())
	return j.endLacking(e, end)
}

// endLacking ends the call whose closers are missing, and the candidate.
func (j *onward) endLacking(e *body.Around, end int) phase {
	if j.given.tag != nil && !j.walk.list {
		j.endAt = end
		return leaving
	}
	j.verdict.endUnit(e, end, parsers.End{Pending: j.walk.list})
	if j.given.tag == nil {
		return j.leave(e, end)
	}
	j.lex.log.Reset() // its repairs were reported
	j.noBracket = true
	return j.closeAt(end)
}

// leave ends the candidate behind a call that is cut off or has missing closers.
func (j *onward) leave(e *body.Around, end int) phase {
	e.Text(end)
	j.closeGroup(e)
	e.Pos = end
	e.Calls.Called()
	return done
}

// cut accepts a call that the end of the output cut off, if the options allow it. The text behind
// its last complete value is dropped.
func (j *onward) cut(e *body.Around) bool {
	u := &j.unit
	malformed := j.given.tag != nil && j.given.tag.Malformed != ""
	if !e.Config.Options.AcceptIncomplete || malformed || u.name == "" || !u.typeOK(u.named) || !j.cuttable(e) {
		return false
	}
	if u.args.end == 0 {
		at, depth := j.lex.s.LastValueEnd, j.lex.s.LastValueDepth
		if at <= u.args.start || depth < j.unit.argsDepth() {
			return false
		}
		j.report.rewindTo(e, at)
		j.lex.log.Truncate(at)
		j.report.endArguments(e, at, depth)
	}
	e.Costs.CutOffHere()
	j.verdict.endUnit(e, e.Base+len(e.Win), parsers.End{Weak: true, Pending: j.walk.list})
	j.leave(e, e.Base+len(e.Win))
	return true
}

// cuttable reports whether the arguments may contain complete values before the value that was cut
// off.
func (j *onward) cuttable(e *body.Around) bool {
	u := &j.unit
	array := u.args.kind == otherArguments && e.Win[u.args.start-e.Base] == '['
	return u.args.kind == objectArguments || array && e.Declared(u.name)
}

// noCandidate reports that the candidate is no call: running text continues at offset at.
func (j *onward) noCandidate(e *body.Around, at int) phase {
	j.lex.readAgain(e, at)
	j.closeGroup(e)
	j.lex.leaveOpen(e, j.lex.s.Nesting.Depth())
	e.Text(at)
	e.Pos = at
	return done
}

// closeGroup ends the list, whose closing bracket is missing.
func (j *onward) closeGroup(e *body.Around) {
	if !j.walk.list {
		return
	}
	end := max(e.Mark, j.walk.listEnd)
	if j.verdict.calls > 0 && !e.Costs.CutOff() {
		e.Handler.Amend(parsers.Repair{Kind: repair.MissingCloser, Offset: end})
	}
	e.Markup(end, parsers.RoleClose)
}

// extraCloser adds the n surplus closers behind end to the call.
func (j *onward) extraCloser(n, end int) int {
	for i := range n {
		j.lex.note(repair.ExtraCloser, end+i)
		if j.walk.list {
			j.lex.s.SkipByte(repair.Unspecified)
		}
	}
	return end + n
}

// leaveFailed continues behind the failed candidate.
func (j *onward) leaveFailed(e *body.Around, end int, balanced bool) phase {
	if read := j.failed.failure.extent.Pos; end < read {
		e.Costs.Fuel().Burn(readCost*(read-end), read) // it is read again
	}
	if j.walk.list && balanced && j.walk.freshN > 0 { // an element began
		j.walk.n = j.walk.freshN - 1 // back in the list
		j.lex.s = j.again.From
		j.lex.s.ResumeAfter(end, j.lex.s.Nesting.Depth()-1)
		j.failed.failure = failedCall{}
		return j.walk.nextElement(end)
	}
	j.closeGroup(e)
	j.lex.leaveOpen(e, j.walk.outer())
	e.Pos = end
	return done
}

// extraClosers returns the number of surplus closers at the start of rest, behind the unit. Running
// text may have one of them. more: more bytes are needed.
func (j *onward) extraClosers(e *body.Around, rest []byte) (n int, more bool) {
	most := maxExtra
	switch {
	case j.unit.doubled:
		return 0, false
	case !j.walk.list:
		most = 1
	}
	for n < len(rest) && n < most && j.walk.closesNothing(e, rest[n]) {
		n++
	}
	return n, n == len(rest) && n < most && !e.Final
}

// doubledBraces decides about the second '{' before the call. If a second '}' follows the call,
// both are part of it. Otherwise the '{' is text, or makes an element of a list malformed.
func (j *onward) doubledBraces(e *body.Around, rest []byte, end int) int {
	u := &j.unit
	u.doubled = false
	if len(rest) > 0 && rest[0] == '}' && e.Repairs() {
		j.lex.note(repair.ExtraOpener, u.start)
		if j.walk.list {
			j.lex.s.SkipByte(repair.Unspecified)
		}
		return end + 1
	}
	if j.walk.list {
		u.doubled = true
		return end
	}
	u.start++
	e.Text(u.start)
	e.Prose.Open().Braces++
	return end
}

// afterUnit continues behind the unit, with the list or with running text.
func (j *onward) afterUnit(e *body.Around, end int) phase {
	called := e.Mark == end
	e.Text(end)
	if j.walk.list {
		return j.walk.nextElement(end)
	}
	e.Pos = end
	if called {
		e.Calls.Called()
	}
	return done
}

// otherElement reports the value that just ended as text, if it is an element of the list but no
// object. It returns false if the candidate failed at this value.
func (j *onward) otherElement(e *body.Around, at int) bool {
	if j.walk.skip == 0 && j.walk.n > 0 && j.walk.frames[j.walk.n-1].list {
		if j.given.announces() && !j.given.tag.Data && !j.walk.list && e.Win[at-e.Base] != '"' {
			j.failed.setFailure(at, parsers.ReasonMalformed, noCallHere)
			return false
		}
		j.walk.openList(e, at)
		e.Text(j.lex.s.PrevEnd())
		j.walk.fresh.inherit(&j.unit.known)
		j.walk.nextElement(j.lex.s.PrevEnd())
	}
	return true
}

// closed handles the closing of a container.
func (j *onward) closed(e *body.Around, t jsonscan.Token) phase {
	depth := j.lex.s.Nesting.Depth()
	if t.Kind == jsonscan.ObjectClose {
		j.again.Closed()
	}
	if j.walk.skip > 0 {
		if depth+1 == j.walk.skip {
			j.walk.skip = 0
			j.walk.valueEnds(t.End)
			j.otherElement(e, t.Start) // the list was reported when this value opened, so it doesn't fail
		}
		if j.walk.argumentsEnded() {
			return ended
		}
		return scanning
	}
	j.walk.n--
	j.walk.field = nil
	switch top := &j.walk.frames[j.walk.n]; {
	case top.list && j.walk.n == 0, j.walk.list && j.walk.n == 0:
		if j.given.marked() {
			return j.closeAt(t.End)
		}
		j.endList(e, t.End)
		return done
	case top.list:
		j.walk.listEnd, j.walk.extraList = t.End, 0
		return scanning
	case j.walk.n == 0 || j.walk.frames[j.walk.n-1].list:
		j.report.maybeBegin(e)
		return ended
	}
	j.report.maybeBegin(e)
	return scanning
}

// endList ends a candidate that contained several calls, or an array without calls.
func (j *onward) endList(e *body.Around, end int) {
	e.Pos = end
	if !j.walk.list {
		e.Text(end)
		return
	}
	if j.verdict.calls > 0 {
		for _, r := range j.lex.log.Repairs { // a comma before the closer
			e.Handler.Amend(r)
		}
	}
	e.Markup(end, parsers.RoleClose)
	if j.verdict.calls > 0 {
		e.Calls.Called()
	}
}

// prose reports whether the arguments are a word, a number or a string, and text follows on the
// same line, from offset at on. Then the arguments may be the beginning of that text.
func (j *onward) prose(e *body.Around, at int) (yes, more bool) {
	u := &j.unit
	if !j.given.alone() || u.args.kind == objectArguments || u.args.kind == noArguments {
		return false, false
	}
	if c := e.Win[u.args.start-e.Base]; c == '{' || c == '[' {
		return false, false
	}
	if yes, more = e.LineEnds(at); yes || more {
		return false, more
	}
	return textFollows(e, at)
}

// closeAt ends the list between markers at end.
func (j *onward) closeAt(end int) phase {
	j.endAt = end
	return closing
}

// maxExtra is the maximum number of surplus closers behind one call.
const maxExtra = 8

// define reports the unit, a definition, as text up to the current position. It then skips the
// rest.
func (j *onward) define(e *body.Around) phase {
	if j.given.held { // the document says what its parts are: this part is no call
		j.unit.name = ""
		return scanning
	}
	end := j.lex.s.PrevEnd()
	if j.report.begun {
		j.report.begun = false
		e.Invalid(end, parsers.Invalid{Format: j.given.format(e, j.unit.source), Message: "the object is the definition of a tool"})
	}
	e.Text(end)
	j.lex.s.Notes.Log = nil
	return passing
}

// pass skips the rest of a definition.
func (j *onward) pass(e *body.Around) phase {
	w, outer := &e.Window, j.walk.outer()
	for {
		switch t := j.lex.s.Next(w); t.Kind {
		case jsonscan.More:
			e.Text(j.lex.s.Certain())
			return waiting
		case jsonscan.End:
			e.Text(w.End())
			return j.brokenList(e, w.End())
		case jsonscan.Unexpected, jsonscan.TooDeep:
			e.Text(j.lex.s.Certain())
			return j.failed.passing(e, t.Start)
		case jsonscan.ObjectClose:
			if j.lex.s.Nesting.Depth() == outer {
				return j.passed(e, t.End)
			}
		}
	}
}

// passed continues behind a definition that ends at end.
func (j *onward) passed(e *body.Around, end int) phase {
	e.Text(end)
	if j.unit.doubled {
		e.Prose.Open().Braces++
	}
	if j.walk.list {
		j.walk.n = j.walk.freshN - 1 // back in the list
		j.lex.s.Notes.Log = &j.lex.log
		return j.walk.nextElement(end)
	}
	e.Pos = end
	return done
}
