package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// brokenList ends a list in which something stands that is no element.
func (j *Call) brokenList(e *place.Around, at int) (more, done bool) {
	if j.marked() {
		end := max(j.s.PrevEnd(), e.Mark)
		j.log.Truncate(end) // of what is no element
		j.noBracket = true
		j.closeAt(end)
		return false, false
	}
	return j.noCandidate(e, at)
}

// completes tells whether only closers are missing.
func (j *Call) completes(e *place.Around, ending place.Ending) bool {
	u := &j.unit
	if ending == place.EndsMessage || !e.Repairs() || !j.s.Closable() || j.unnamed() || u.args.kind == noArguments || !u.typeOK() || u.wordAtEnd(e) {
		return false
	}
	return u.args.end > 0 || ending == place.EndsArguments && u.args.kind == objectArguments
}

// wordAtEnd tells whether the arguments are a number or a literal at the very
// end of the output: more of it may have been meant to come.
func (u *unit) wordAtEnd(e *place.Around) bool {
	end := e.Base + len(e.Win)
	return (u.args.kind == nullArguments || u.args.kind == otherArguments) &&
		e.Final && u.args.end == end && e.Win[len(e.Win)-1] != ']'
}

// complete reports the call whose closers are missing.
func (j *Call) complete(e *place.Around) (more, done bool) {
	if !j.s.DropComma() {
		return j.noCandidate(e, j.s.Pos())
	}
	end, outer := j.s.PrevEnd(), 0
	if j.list {
		outer = j.resume.Depth() - 1
	}
	if !j.unit.closed { // what follows may take more bytes to tell
		for range j.s.Depth() - outer {
			j.note(repair.MissingCloser, end)
		}
		j.unit.closed = true
	}
	j.endArguments(e, end, j.s.Depth())
	return j.endLacking(e, end)
}

// endArguments closes the arguments, if they are open, at end.
func (j *Call) endArguments(e *place.Around, end, depth int) {
	u := &j.unit
	if u.args.end > 0 {
		return
	}
	closers := j.s.Closers(nil, depth, j.argsDepth()-1)
	j.resolve(e, closers)
	u.args.end = end
	if u.name == "" {
		return // it is no call
	}
	if !u.begun {
		u.begun = true
		e.Handler.BeginCall(j.describes(e))
	}
	j.flushTo(e, end)
	e.Handler.Arguments(closers)
}

// endLacking ends the call that lacks its closers, and the candidate.
func (j *Call) endLacking(e *place.Around, end int) (more, done bool) {
	switch {
	case j.tag == nil:
		j.endUnit(e, end, false)
		return j.leave(e, end)
	case !j.list:
		j.phase, j.endAt = leaving, end
		return false, false
	}
	j.endUnit(e, end, false)
	j.log.Reset() // what it holds was told
	j.noBracket = true
	j.closeAt(end)
	return false, false
}

// leave ends the candidate behind a call that something is missing of.
func (j *Call) leave(e *place.Around, end int) (more, done bool) {
	e.Text(end)
	j.closeGroup(e)
	e.Pos = end
	e.Called()
	return false, true
}

// cut accepts, if the options say so, a call that the end of the output cut
// off: what follows its last complete value is dropped.
func (j *Call) cut(e *place.Around) bool {
	u := &j.unit
	if !e.Config.Options.AcceptIncomplete || u.name == "" || !u.typeOK() || !j.cuttable(e) {
		return false
	}
	if u.args.end == 0 {
		at, depth := j.s.LastValueEnd, j.s.LastValueDepth
		if at <= u.args.start || depth < j.argsDepth() {
			return false
		}
		if u.flushed > at {
			e.Handler.RewindArguments(at - u.args.start + j.log.Growth(u.args.start, at))
			u.flushed = at
		}
		j.log.Truncate(at)
		j.endArguments(e, at, depth)
	}
	e.CutOffHere()
	j.endUnit(e, e.Base+len(e.Win), true)
	j.leave(e, e.Base+len(e.Win))
	return true
}

// cuttable tells whether the arguments may hold complete values before the
// one that was cut off.
func (j *Call) cuttable(e *place.Around) bool {
	u := &j.unit
	array := u.args.kind == otherArguments && e.Win[u.args.start-e.Base] == '['
	return u.args.kind == objectArguments || array && e.Declared(u.name)
}

// noCandidate reports that what began here is no call: running text goes on at at.
func (j *Call) noCandidate(e *place.Around, at int) (more, done bool) {
	j.closeGroup(e)
	j.leaveOpen(e, j.s.Depth())
	e.Text(at)
	e.Pos = at
	return false, true
}

// closeGroup ends the list, whose closing is missing.
func (j *Call) closeGroup(e *place.Around) {
	if !j.list {
		return
	}
	end := max(e.Mark, j.listEnd)
	if j.calls > 0 && !e.CutOff() {
		e.Handler.Amend(parsers.Repair{Kind: repair.MissingCloser, Offset: end})
	}
	e.Markup(end, parsers.RoleClose)
}

// leaveOpen notes that nothing closed what the JSON opened, up to depth.
func (j *Call) leaveOpen(e *place.Around, depth int) {
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
func (j *Call) extraCloser(n, end int) int {
	for i := range n {
		j.note(repair.ExtraCloser, end+i)
		if j.list {
			j.s.SkipByte(repair.Unspecified)
		}
	}
	return end + n
}
