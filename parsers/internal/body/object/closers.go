package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// brokenList ends a list in which something stands that is no element.
func (j *onward) brokenList(e *place.Around, at int) (more, done bool) {
	if j.given.marked() {
		end := max(j.lex.s.PrevEnd(), e.Mark)
		j.lex.log.Truncate(end) // of what is no element
		j.noBracket = true
		j.closeAt(end)
		return false, false
	}
	return j.noCandidate(e, at)
}

// completes tells whether only closers are missing.
func (u *unit) completes(e *place.Around, ending place.Ending) bool {

	if ending == place.EndsMessage || !e.Repairs() || !u.lex.s.Closable() || u.unnamed() || u.args.kind == noArguments || !u.typeOK() || u.wordAtEnd(e) {
		return false
	}
	return u.args.end > 0 || ending == place.EndsArguments && u.args.kind == objectArguments
}

// wordAtEnd tells whether the arguments are a number or a literal at the very
// end of the output: more of it may have been meant to come.
func (u *known) wordAtEnd(e *place.Around) bool {
	end := e.Base + len(e.Win)
	return (u.args.kind == nullArguments || u.args.kind == otherArguments) &&
		e.Final && u.args.end == end && e.Win[len(e.Win)-1] != ']'
}

// complete reports the call whose closers are missing.
func (j *onward) complete(e *place.Around) (more, done bool) {
	if !j.lex.s.DropComma() {
		return j.noCandidate(e, j.lex.s.Pos())
	}
	end, outer := j.lex.s.PrevEnd(), 0
	if j.walk.list {
		outer = j.again.resume.Depth() - 1
	}
	if !j.unit.closed { // what follows may take more bytes to tell
		for range j.lex.s.Depth() - outer {
			j.lex.note(repair.MissingCloser, end)
		}
		j.unit.closed = true
	}
	j.unit.endArguments(e, end, j.lex.s.Depth())
	return j.endLacking(e, end)
}

// endArguments closes the arguments, if they are open, at end.
func (u *unit) endArguments(e *place.Around, end, depth int) {

	if u.args.end > 0 {
		return
	}
	closers := u.lex.s.Closers(nil, depth, u.argsDepth()-1)
	u.resolve(e, closers)
	u.args.end = end
	if u.name == "" {
		return // it is no call
	}
	if !u.begun {
		u.begun = true
		e.Handler.BeginCall(u.describes(e))
	}
	u.flushTo(e, end)
	e.Handler.Arguments(closers)
}

// endLacking ends the call that lacks its closers, and the candidate.
func (j *onward) endLacking(e *place.Around, end int) (more, done bool) {
	switch {
	case j.given.tag == nil:
		j.verdict.endUnit(e, end, false)
		return j.leave(e, end)
	case !j.walk.list:
		j.walk.phase, j.endAt = leaving, end
		return false, false
	}
	j.verdict.endUnit(e, end, false)
	j.lex.log.Reset() // what it holds was told
	j.noBracket = true
	j.closeAt(end)
	return false, false
}

// leave ends the candidate behind a call that something is missing of.
func (j *onward) leave(e *place.Around, end int) (more, done bool) {
	e.Text(end)
	j.closeGroup(e)
	e.Pos = end
	e.Called()
	return false, true
}

// cut accepts, if the options say so, a call that the end of the output cut
// off: what follows its last complete value is dropped.
func (j *onward) cut(e *place.Around) bool {
	u := j.unit
	if !e.Config.Options.AcceptIncomplete || u.name == "" || !u.typeOK() || !j.unit.cuttable(e) {
		return false
	}
	if u.args.end == 0 {
		at, depth := j.lex.s.LastValueEnd, j.lex.s.LastValueDepth
		if at <= u.args.start || depth < j.unit.argsDepth() {
			return false
		}
		if u.flushed > at {
			e.Handler.RewindArguments(at - u.args.start + j.lex.log.Growth(u.args.start, at))
			u.flushed = at
		}
		j.lex.log.Truncate(at)
		j.unit.endArguments(e, at, depth)
	}
	e.CutOffHere()
	j.verdict.endUnit(e, e.Base+len(e.Win), true)
	j.leave(e, e.Base+len(e.Win))
	return true
}

// cuttable tells whether the arguments may hold complete values before the
// one that was cut off.
func (u *unit) cuttable(e *place.Around) bool {

	array := u.args.kind == otherArguments && e.Win[u.args.start-e.Base] == '['
	return u.args.kind == objectArguments || array && e.Declared(u.name)
}

// noCandidate reports that what began here is no call: running text goes on at at.
func (j *onward) noCandidate(e *place.Around, at int) (more, done bool) {
	j.closeGroup(e)
	j.lex.leaveOpen(e, j.lex.s.Depth())
	e.Text(at)
	e.Pos = at
	return false, true
}

// closeGroup ends the list, whose closing is missing.
func (j *onward) closeGroup(e *place.Around) {
	if !j.walk.list {
		return
	}
	end := max(e.Mark, j.walk.listEnd)
	if j.verdict.calls > 0 && !e.CutOff() {
		e.Handler.Amend(parsers.Repair{Kind: repair.MissingCloser, Offset: end})
	}
	e.Markup(end, parsers.RoleClose)
}

// leaveOpen notes that nothing closed what the JSON opened, up to depth.
func (j *lexing) leaveOpen(e *place.Around, depth int) {
	for d := 1; d <= depth; d++ {
		if j.s.IsObject(d) {
			e.Open().Braces++
		} else {
			e.Open().Brackets++
		}
	}
}

// maxExtra bounds the closers that are too many behind one call.
const maxExtra = 8

// extraCloser takes the n closers that are too many, behind end, into the call.
func (j *onward) extraCloser(n, end int) int {
	for i := range n {
		j.lex.note(repair.ExtraCloser, end+i)
		if j.walk.list {
			j.lex.s.SkipByte(repair.Unspecified)
		}
	}
	return end + n
}
