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
func (on *onward) brokenList(env *body.Env, at int) phase {
	if on.opening.marked() {
		end := max(on.lex.s.PrevEnd(), env.Mark)
		on.lex.log.Truncate(end) // drop the repairs of the text that is no element
		on.noBracket = true
		on.lex.readAgain(env, end)
		return on.closeAt(end)
	}
	return on.noCandidate(env, at)
}

// completes reports whether only closers are missing.
func (on *onward) completes(env *body.Env, ending body.Ending) bool {
	u := &on.unit
	named := u.name != "" || on.opening.tag != nil && on.opening.tag.Resolve != nil // a name may still be found
	if ending == body.EndsMessage || !env.Repairs() || !on.lex.s.Closable() || !named || u.args.kind == noArguments || !u.typeOK(u.named) || u.wordAtEnd(env) {
		return false
	}
	return u.args.end > 0 || ending == body.EndsArguments && u.args.kind == objectArguments
}

// complete reports the call whose closers are missing.
func (on *onward) complete(env *body.Env) phase {
	on.lex.s.DropComma()
	end := on.lex.s.PrevEnd()
	for range on.lex.s.Nesting.Depth() - on.walk.outer() {
		on.lex.note(repair.MissingCloser, end)
	}
	on.report.endArguments(env, end, on.lex.s.Nesting.Depth())
	return on.endLacking(env, end)
}

// endLacking ends the call whose closers are missing, and the candidate.
func (on *onward) endLacking(env *body.Env, end int) phase {
	if on.opening.tag != nil && !on.walk.list {
		on.endAt = end
		return leaving
	}
	on.verdict.endUnit(env, end, parsers.End{Pending: on.walk.list})
	if on.opening.tag == nil {
		return on.leave(env, end)
	}
	on.lex.log.Reset() // its repairs were reported
	on.noBracket = true
	return on.closeAt(end)
}

// leave ends the candidate behind a call that is cut off or has missing closers.
func (on *onward) leave(env *body.Env, end int) phase {
	env.Text(end)
	on.closeGroup(env)
	env.Seek(end)
	env.Calls.Called()
	return done
}

// cut accepts a call that the end of the output cut off, if the options allow it. The text behind
// its last complete value is dropped.
// See docs/models/formats, "Cut off".
func (on *onward) cut(env *body.Env) bool {
	u := &on.unit
	malformed := on.opening.tag != nil && on.opening.tag.Malformed != ""
	if !env.Config.Options.AcceptIncomplete || malformed || u.name == "" || !u.typeOK(u.named) || !on.cuttable(env) {
		return false
	}
	if u.args.end == 0 {
		at, depth := on.lex.s.LastValueEnd, on.lex.s.LastValueDepth
		if depth > u.argsDepth() { // in a value that isn't complete
			at, depth, on.lex.s.Nesting = on.again.LastWhole(&env.Window, env.Window.End(), u.argsDepth())
		}
		if at <= u.args.start || depth < u.argsDepth() {
			return false
		}
		on.report.rewindTo(env, at)
		on.lex.log.Truncate(at)
		on.report.endArguments(env, at, depth)
	}
	env.Penalties.CutOffHere()
	on.verdict.endUnit(env, env.Base+len(env.Win), parsers.End{Weak: true, Pending: on.walk.list})
	on.leave(env, env.Base+len(env.Win))
	return true
}

// cuttable reports whether the arguments may contain complete values before the value that was cut
// off.
func (on *onward) cuttable(env *body.Env) bool {
	u := &on.unit
	array := u.args.kind == otherArguments && env.Win[u.args.start-env.Base] == '['
	return u.args.kind == objectArguments || array && env.Declared(u.name)
}

// noCandidate reports that the candidate is no call: running text continues at offset at.
func (on *onward) noCandidate(env *body.Env, at int) phase {
	on.lex.readAgain(env, at)
	on.closeGroup(env)
	on.lex.leaveOpen(env, on.lex.s.Nesting.Depth())
	env.Text(at)
	env.Seek(at)
	return done
}

// closeGroup ends the list, whose closing bracket is missing.
func (on *onward) closeGroup(env *body.Env) {
	if !on.walk.list {
		return
	}
	end := max(env.Mark, on.walk.listEnd)
	if on.verdict.calls > 0 && !env.Penalties.CutOff() {
		env.Handler.Amend(parsers.Repair{Kind: repair.MissingCloser, Offset: end})
	}
	env.Markup(end, parsers.RoleClose)
}

// extraCloser adds the n surplus closers behind end to the call.
func (on *onward) extraCloser(n, end int) int {
	for i := range n {
		on.lex.note(repair.ExtraCloser, end+i)
		if on.walk.list {
			on.lex.s.SkipByte(repair.Unspecified)
		}
	}
	return end + n
}

// leaveFailed continues behind the failed candidate.
func (on *onward) leaveFailed(env *body.Env, end int, balanced bool) phase {
	if read := on.failed.failure.extent.Pos; end < read {
		env.Penalties.Budget().Spend(readCost*(read-end), read) // it is read again
	}
	if on.walk.list && balanced && on.walk.freshN > 0 { // an element began
		on.walk.n = on.walk.freshN - 1 // back in the list
		on.lex.s = on.again.From
		on.lex.s.ResumeAfter(end, on.lex.s.Nesting.Depth()-1)
		on.failed.failure = failedCall{}
		return on.walk.nextElement(end)
	}
	on.closeGroup(env)
	on.lex.leaveOpen(env, on.walk.outer())
	env.Seek(end)
	return done
}

// extraClosers returns the number of surplus closers at the start of rest, behind the unit. Running
// text may have one of them. more: more bytes are needed.
func (on *onward) extraClosers(env *body.Env, rest []byte) (n int, more bool) {
	most := maxExtra
	switch {
	case on.unit.doubled:
		return 0, false
	case !on.walk.list:
		most = 1
	}
	for n < len(rest) && n < most && on.walk.closesNothing(env, rest[n]) {
		n++
	}
	return n, n == len(rest) && n < most && !env.Final
}

// doubledBraces decides about the second '{' before the call. If a second '}' follows the call,
// both are part of it. Otherwise the '{' is text, or makes an element of a list malformed.
func (on *onward) doubledBraces(env *body.Env, rest []byte, end int) int {
	u := &on.unit
	u.doubled = false
	if len(rest) > 0 && rest[0] == '}' && env.Repairs() {
		on.lex.note(repair.ExtraOpener, u.start)
		if on.walk.list {
			on.lex.s.SkipByte(repair.Unspecified)
		}
		return end + 1
	}
	if on.walk.list {
		u.doubled = true
		return end
	}
	u.start++
	env.Text(u.start)
	env.Prose.Open().Braces++
	return end
}

// afterUnit continues behind the unit, with the list or with running text.
func (on *onward) afterUnit(env *body.Env, end int) phase {
	called := env.Mark == end
	env.Text(end)
	if on.walk.list {
		return on.walk.nextElement(end)
	}
	env.Seek(end)
	if called {
		env.Calls.Called()
	}
	return done
}

// otherElement reports the value that just ended as text, if it is an element of the list but no
// object. It returns false if the candidate failed at this value.
func (on *onward) otherElement(env *body.Env, at int) bool {
	if on.walk.skip == 0 && on.walk.n > 0 && on.walk.frames[on.walk.n-1].list {
		if on.opening.announces() && !on.opening.tag.Data && !on.walk.list && env.Win[at-env.Base] != '"' {
			on.failed.setFailure(at, parsers.ReasonMalformed, noCallHere)
			return false
		}
		on.walk.openList(env, at)
		env.Text(on.lex.s.PrevEnd())
		on.walk.fresh.inherit(&on.unit.known)
		on.walk.nextElement(on.lex.s.PrevEnd())
	}
	return true
}

// closed handles the closing of a container.
func (on *onward) closed(env *body.Env, t jsonscan.Token) phase {
	depth := on.lex.s.Nesting.Depth()
	if t.Kind == jsonscan.ObjectClose {
		on.again.Closed()
	}
	if on.walk.skip > 0 {
		if depth+1 == on.walk.skip {
			on.walk.skip = 0
			on.walk.valueEnds(t.End)
			on.otherElement(env, t.Start) // the list was reported when this value opened, so it doesn't fail
		}
		if on.walk.argumentsEnded() {
			return ended
		}
		return scanning
	}
	on.walk.n--
	on.walk.field = nil
	switch top := &on.walk.frames[on.walk.n]; {
	case top.list && on.walk.n == 0, on.walk.list && on.walk.n == 0:
		if on.opening.marked() {
			return on.closeAt(t.End)
		}
		on.endList(env, t.End)
		return done
	case top.list:
		on.walk.listEnd, on.walk.extraList = t.End, 0
		return scanning
	case on.walk.n == 0 || on.walk.frames[on.walk.n-1].list:
		on.report.maybeBegin(env)
		return ended
	}
	on.report.maybeBegin(env)
	return scanning
}

// endList ends a candidate that contained several calls, or an array without calls.
func (on *onward) endList(env *body.Env, end int) {
	env.Seek(end)
	if !on.walk.list {
		env.Text(end)
		return
	}
	if on.verdict.calls > 0 {
		for _, r := range on.lex.log.Repairs { // a comma before the closer
			env.Handler.Amend(r)
		}
	}
	env.Markup(end, parsers.RoleClose)
	if on.verdict.calls > 0 {
		env.Calls.Called()
	}
}

// prose reports whether the arguments are a word, a number or a string, and text follows on the
// same line, from offset at on. Then the arguments may be the beginning of that text.
func (on *onward) prose(env *body.Env, at int) (yes, more bool) {
	u := &on.unit
	if !on.opening.alone() || u.args.kind == objectArguments || u.args.kind == noArguments {
		return false, false
	}
	if c := env.Win[u.args.start-env.Base]; c == '{' || c == '[' {
		return false, false
	}
	if yes, more = env.LineEnds(at); yes || more {
		return false, more
	}
	return textFollows(env, at)
}

// closeAt ends the list between markers at end.
func (on *onward) closeAt(end int) phase {
	on.endAt = end
	return closing
}

// maxExtra is the maximum number of surplus closers behind one call.
const maxExtra = 8

// define reports the unit, a definition, as text up to the current position. It then skips the
// rest.
func (on *onward) define(env *body.Env) phase {
	if on.opening.held { // the document says what its parts are: this part is no call
		on.unit.name = ""
		return scanning
	}
	end := on.lex.s.PrevEnd()
	if on.report.begun {
		on.report.begun = false
		env.Invalid(end, parsers.Invalid{Format: on.opening.format(env, on.unit.source), Message: "the object is the definition of a tool"})
	}
	env.Text(end)
	on.lex.s.Notes.Log = nil
	return passing
}

// pass skips the rest of a definition.
func (on *onward) pass(env *body.Env) phase {
	w, outer := &env.Window, on.walk.outer()
	for {
		switch t := on.lex.s.Next(w); t.Kind {
		case jsonscan.More:
			env.Text(on.lex.s.Certain())
			return waiting
		case jsonscan.End:
			env.Text(w.End())
			return on.brokenList(env, w.End())
		case jsonscan.Unexpected, jsonscan.TooDeep:
			env.Text(on.lex.s.Certain())
			return on.failed.passing(env, t.Start)
		case jsonscan.ObjectClose:
			if on.lex.s.Nesting.Depth() == outer {
				return on.passed(env, t.End)
			}
		}
	}
}

// passed continues behind a definition that ends at end.
func (on *onward) passed(env *body.Env, end int) phase {
	env.Text(end)
	if on.unit.doubled {
		env.Prose.Open().Braces++
	}
	if on.walk.list {
		on.walk.n = on.walk.freshN - 1 // back in the list
		on.lex.s.Notes.Log = &on.lex.log
		return on.walk.nextElement(end)
	}
	env.Seek(end)
	return done
}
