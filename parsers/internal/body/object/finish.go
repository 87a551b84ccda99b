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
func (c *Call) unexpected(env *body.Env, t jsonscan.Token) phase {
	if !c.lex.s.InString() {
		ending, more := c.opening.endingAt(env, t.Start)
		if more {
			return waiting
		}
		if ending != body.EndsNothing {
			return c.endOfInput(env, ending)
		}
		if c.walk.betweenElements() {
			return c.onward.brokenList(env, t.Start)
		}
		if next, ok := c.failed.markerOpens(env, t.Start); ok {
			return next
		}
		if c.walk.doublesArguments(env, t.Start) || c.walk.doublesElement(env, t.Start) {
			return scanning
		}
	}
	return c.failed.trouble(t.Start, c.lex.s.Message())
}

// endOfInput handles the end of the output, of the fence or of the block.
func (c *Call) endOfInput(env *body.Env, ending body.Ending) phase {
	if ending != body.EndsOutput {
		if next, ok := c.failed.markerQuoted(env); ok {
			return next
		}
	}
	switch {
	case c.walk.betweenElements(), c.walk.list && c.walk.n == 1:
		return c.onward.brokenList(env, max(c.lex.s.PrevEnd(), env.Mark))
	case c.onward.completes(env, ending):
		return c.onward.complete(env)
	case !c.unit.shown():
		return c.cutOffText(env)
	case ending == body.EndsArguments && c.opening.alone() && c.unit.args.kind == noArguments:
		return c.finishHeader(env, c.lex.s.Pos())
	case c.lex.s.InString() && c.failed.stringEnds(env):
		return failing
	case ending == body.EndsOutput && c.onward.cut(env):
		return done
	}
	if m, ok := c.doubt.moved(env); ok {
		return c.endMoved(env, &m)
	}
	if ending != body.EndsOutput && c.opening.tag != nil && c.opening.tag.StringsEnd {
		return c.failed.endsAt(c.lex.s.Pos(), c.lex.s.Pos(), parsers.ReasonMalformed, endsEarly)
	}
	message := failure.CutOff
	if c.lex.s.InString() {
		message = cutOffString
	}
	end := c.lex.s.Pos()
	if ending == body.EndsOutput {
		end = env.Base + len(env.Win) // an incomplete escape isn't read yet
	}
	return c.failed.endsAt(end, c.lex.s.Pos(), parsers.ReasonIncomplete, message)
}

// cutOffString is what is wrong about a call that the output's end cuts off in a string.
const cutOffString = "unexpected end of output inside a string"

// cutOffText reports text that doesn't look like a call at the end of the output, of the fence or
// of the block.
func (c *Call) cutOffText(env *body.Env) phase {
	at := c.lex.s.Pos()
	if c.lex.s.InString() {
		c.failed.setFailure(at, parsers.ReasonUnspecified, "")
		if c.failed.cutAtMarker(env) {
			at = c.failed.failure.end
		}
	}
	return c.onward.noCandidate(env, at)
}

// endMoved ends the unit whose name is missing, and adds the missing closer before the name.
func (c *Call) endMoved(env *body.Env, m *movedName) phase {
	// It is the call's name if the tool is declared, and has no argument with this key.
	if tool := env.Rules.Properties(m.name); !env.Repairs() || tool.Len() == 0 || tool.Names([]byte(m.field.Key)) {
		return c.failed.endsAt(c.lex.s.Pos(), c.lex.s.Pos(), parsers.ReasonMalformed, "the name is inside the arguments")
	}
	u := &c.unit
	u.name, u.named, u.args.end = m.name, m.field, m.end
	c.lex.log.Truncate(m.end)
	c.lex.note(repair.MissingCloser, m.end)
	c.lex.note(repair.ToolName, m.start)
	c.report.begin(env)
	c.report.flushTo(env, m.end)
	env.Handler.Arguments([]byte("}"))
	return c.onward.endLacking(env, c.lex.s.PrevEnd())
}

// listText continues in a string that is the first element of what may be a list.
func (c *Call) listText(env *body.Env) phase {
	w := env.Window
	end := c.lex.s.StringStart() + maxListText
	longer := w.End() > end
	if longer {
		w = w.UpTo(end, false)
	}
	t := c.lex.s.Next(&w)
	switch t.Kind {
	case jsonscan.More:
		if longer {
			return c.onward.noCandidate(env, c.lex.s.StringStart())
		}
		return waiting
	case jsonscan.String:
		return listTextEnded
	case jsonscan.End:
		return c.endOfInput(env, body.EndsOutput)
	default:
		c.phase = scanning // this is also the phase if more bytes are needed
		return c.unexpected(env, t)
	}
}

// behindListText accepts the string as an element, unless the byte directly behind it shows that it
// isn't one. Then the string may end at a marker in it.
func (c *Call) behindListText(env *body.Env) phase {
	at, end := c.lex.s.Pos(), env.Window.End()
	if at == end && !env.Final {
		return waiting
	}
	next, behind := c.lex.s, env.UpTo(min(at+1, end), false)
	if next.Next(&behind).Kind == jsonscan.Unexpected {
		return c.failed.trouble(at, next.Message())
	}
	c.onward.otherElement(env, c.lex.s.StringStart()) // in running text, no other value fails
	return scanning
}

// maxListText is the maximum length of such a string. In code, the quote that closes a string
// behind a bracket is often many lines away. Without a limit, all text between the quotes is held
// back.
const maxListText = 64

// finishUnit ends the unit that closed, once the byte behind it is known. This byte may be a
// surplus closer.
func (c *Call) finishUnit(env *body.Env) phase {
	end := c.lex.s.Pos()
	u := &c.unit
	if c.opening.tag != nil && !c.walk.list {
		return c.finishHeader(env, end)
	}
	if !c.walk.list && c.verdict.mayBeAlone(env) {
		at, more := env.Space(end)
		if more {
			return waiting
		}
		c.verdict.alone = len(env.Rest(at)) == 0
	}
	rest := env.Rest(end)
	if len(rest) == 0 && !env.Final {
		if c.verdict.isCall(env) && !u.doubled && !u.hasOthers() {
			c.verdict.settle(env) // only a surplus closer can still follow
		}
		return waiting
	}
	if !c.verdict.isCall(env) {
		if c.opening.announces() && !c.opening.tag.Data && !u.none {
			c.report.reject(env, u.start, end, parsers.ReasonMalformed, noCallHere)
		}
		return c.onward.afterUnit(env, end)
	}
	n, dropped := 0, false
	var more bool
	if len(rest) > 0 && env.Repairs() {
		n, more = c.onward.extraClosers(env, rest)
		switch {
		case more:
			return waiting
		case n > 0:
			if next, ok := c.doubt.closedEarly(env); ok {
				return next
			}
			dropped = c.drops(env)
		}
	}
	if !dropped {
		if dropped, more = c.memberBehind(env, end+n); more {
			return waiting
		}
	}
	end = c.onward.extraCloser(n, end)
	if u.doubled {
		end = c.onward.doubledBraces(env, rest, end)
	}
	switch {
	case u.doubled:
		c.report.reject(env, u.start, end, parsers.ReasonMalformed, oneTooMany)
	case dropped:
		c.report.reject(env, end, end, parsers.ReasonMalformed, closedEarly)
	default:
		c.verdict.endUnit(env, end, parsers.End{Pending: c.walk.list})
	}
	return c.onward.afterUnit(env, end)
}

// drops reports whether a surplus bracket means that keys behind the arguments belong to them: the schema says nothing
// about keys, so nothing else shows that they don't. If the schema doesn't list these keys, the call is doubtful.
func (c *Call) drops(env *body.Env) bool {
	if c.unit.trailed && env.Rules.Properties(c.unit.name).Len() > 0 {
		c.lex.s.Notes.Doubtful = true // models invent keys
		return false
	}
	return c.unit.trailed
}

// closedEarly says that a bracket closes a call before the last of its members.
const closedEarly = "a bracket closes the arguments too early"

// memberBehind reports whether a comma and another member of an object are directly at offset at. Then the object that
// ends there was closed too early. A key of a call begins another call, whose brace is missing.
func (c *Call) memberBehind(env *body.Env, at int) (yes, more bool) {
	rest := env.Rest(at)
	if len(rest) == 0 || rest[0] != ',' {
		return false, false
	}
	at, more = env.Space(at + 1)
	if rest = env.Rest(at); more || len(rest) == 0 || rest[0] != '"' {
		return false, more
	}
	rest = rest[:min(len(rest), maxMember)]
	if n := jsonscan.WholeKey(rest); n > 0 {
		shape := c.opening.nextShape(env)
		own := shape != nil && shape.Field(rest[1:n-len(`":`)]) != nil
		c.lex.s.Notes.Doubtful = c.lex.s.Notes.Doubtful || own // of this call, which is closed too early, or of the next one
		return !own, false
	}
	return false, len(rest) < maxMember && !env.Final && jsonscan.KeyGoesOn(rest)
}

// maxMember bounds the key of a member that is looked for behind a call, in bytes.
const maxMember = 64

// behindUnit continues behind the unit that closed. Evidence for a misplaced quote that needs no
// byte behind the unit comes first: the result mustn't depend on whether there is such a byte.
func (c *Call) behindUnit(env *body.Env) phase {
	end := c.lex.s.Pos()
	if !c.again.UniqueUpTo(&env.Window, &c.lex.s, end) {
		return c.failed.trouble(end, recovery.Twice)
	}
	if next, ok := c.doubt.quoteBehind(env); ok {
		return next
	}
	return c.finishUnit(env)
}

// fail looks for the end of the failed candidate, and reports the candidate.
func (c *Call) fail(env *body.Env) phase {
	if !c.unit.shown() {
		return c.onward.noCandidate(env, cmp.Or(c.failed.failure.end, c.failed.failure.at))
	}
	f := &c.failed.failure
	end, balanced := f.end, false
	if end == 0 {
		var more bool
		end, balanced, more = c.failed.findEnd(env)
		switch {
		case balanced:
		case more && !f.open:
			if end >= f.at {
				c.failed.reportFailure(env, end)
			}
			return waiting
		case c.failed.stop.Found:
			if c.failed.stop.Penalty {
				env.Penalties.Penalize(end)
			}
		case f.open: // the output was cut off in the string
			f.reason, f.message = parsers.ReasonIncomplete, cutOffString
			c.lex.s.LastValueEnd, c.lex.s.LastValueDepth = c.again.Suspect.LastValue()
			if c.onward.cut(env) {
				return done
			}
		}
	}
	stopped := end
	if c.opening.tag != nil && !(c.walk.list && balanced) { // the text behind the arguments may be part of it
		tail, more := c.opening.tag.After(env, end, true)
		if more {
			return waiting
		}
		end = tail.End
	}
	c.failed.reportFailure(env, end)
	if end == stopped && f.extent.Depth > 0 {
		env.Penalties.LeavesOpen(end, f.extent.Depth)
	}
	return c.onward.leaveFailed(env, end, balanced)
}

// finishHeader ends the call whose arguments end at end.
func (c *Call) finishHeader(env *body.Env, end int) phase {
	if c.opening.marked() && c.verdict.isCall(env) && !c.unit.doubled && !c.unit.hasOthers() {
		c.verdict.settle(env)
	}
	if len(env.Rest(end)) == 0 && !env.Final {
		return waiting
	}
	if c.opening.alone() && c.unit.wordAtEnd(env) {
		return c.failed.endsAt(end, end, parsers.ReasonIncomplete, failure.CutOff)
	}
	lacks := false
	if c.opening.tag.Around != 0 {
		var more bool
		if end, lacks, more = unpacked(env, end, c.opening.tag.Around); more {
			return waiting
		}
	}
	surplus := c.walk.surplus
	if c.unit.doubled {
		surplus = 1
	}
	doubled := surplus > 0
	extra, more := extraClosers(env, end, surplus)
	if more {
		return waiting
	}
	if extra > 0 && !doubled {
		if next, ok := c.doubt.closedEarly(env); ok {
			return next
		}
	}
	at := end + extra
	dropped, more := false, false
	if c.opening.tag.Around == 0 {
		if dropped, more = c.memberBehind(env, at); dropped {
			return c.failed.setFailure(at, parsers.ReasonMalformed, closedEarly)
		}
	}
	if more {
		return waiting
	}
	tail, more := c.opening.tag.After(env, at, false)
	if more {
		return waiting
	}
	if tail.End > at {
		if dropped, more = c.memberBehind(env, tail.End); more {
			return waiting
		}
	}
	if dropped || extra > 0 && !doubled && c.drops(env) {
		tail.Malformed = closedEarly
	}
	if c.textBehind(env, &tail, at) {
		return waiting
	}
	if lacks {
		c.lex.note(repair.MissingCloser, end)
		behind, _ := env.Space(end)
		if rest := env.Rest(behind); tail.Free || len(rest) > 0 && rest[0] == ',' { // a call behind it is in the same brackets, too
			tail.Malformed = "the brackets contain more than the object of the arguments"
		}
	}
	c.noteTail(&tail, end, extra, surplus)
	c.report.resolve(env, nil)
	noCall := c.opening.marked() && !c.verdict.isCall(env)
	if noCall && (!c.opening.tag.Announces || c.opening.tag.Data || c.unit.none) {
		return c.onward.noCandidate(env, end)
	}
	if shown, message := c.flaw(env, &tail, end, noCall); message != "" {
		c.report.reject(env, shown, tail.End, parsers.ReasonMalformed, message)
	} else {
		c.verdict.endUnit(env, tail.End, parsers.End{FreeText: tail.Free})
	}
	env.Seek(tail.End)
	env.Calls.Called()
	return done
}

// extraClosers is how many closing brackets behind the arguments are superfluous. Behind surplus opening
// braces, it is as many braces at most. more: it takes more bytes to decide.
func extraClosers(env *body.Env, end, surplus int) (extra int, more bool) {
	doubled := surplus > 0
	rest, most := env.Rest(end), maxExtra
	switch {
	case !env.Repairs():
		most = 0
	case doubled:
		most = surplus
	}
	for extra < min(most, len(rest)) && (rest[extra] == '}' || rest[extra] == ']' && !doubled) {
		if a := endMarkerAt(env, end+extra); a == match.More {
			return 0, true
		} else if a.Yes() {
			break
		}
		extra++
	}
	return extra, extra > 0 && extra < most && extra == len(rest) && !env.Final
}

// textBehind notes in the tail what the text behind the call says about it. The closer is searched for from offset at
// on. more: it takes more bytes to decide.
func (c *Call) textBehind(env *body.Env, tail *Tail, at int) (more bool) {
	// A string of a failed call may quote this call. Text behind the call is evidence for that, so the
	// call has a penalty. A quote or a backslash directly behind it belongs to that string.
	if env.Penalties.Quoted(c.unit.start) && !tail.Free {
		if tail.Free, more = textFollows(env, tail.End); more {
			return true
		}
		if behind := env.Rest(tail.End); tail.Free && (behind[0] == '"' || behind[0] == '\\') {
			tail.Malformed = "the call is quoted in a failed call"
		}
	}
	if tail.End == at && tail.Malformed == "" {
		prose, more := c.onward.prose(env, at)
		if more {
			return true
		}
		if prose {
			tail.Malformed = "text follows arguments that are no object"
		}
	}
	return false
}

// flaw says why the call is MALFORMED, or is empty, and at which offset this shows. The arguments end at offset end.
// noCall: the JSON between markers is no call.
func (c *Call) flaw(env *body.Env, tail *Tail, end int, noCall bool) (at int, message string) {
	switch {
	case noCall:
		return c.unit.start, noCallHere
	case tail.Malformed != "":
		return end, tail.Malformed
	case c.opening.tag.Malformed != "":
		return c.opening.tag.NameAt, c.opening.tag.Malformed
	case c.unit.name == "":
		return c.opening.tag.NameAt, "no declared tool fits the call's name"
	case tail.Missing && !env.Repairs():
		return end, "the end marker is missing"
	}
	return 0, ""
}

// unpacked returns the end of the brackets around arguments that end at end. The second result
// reports whether the closing bracket is missing.
func unpacked(env *body.Env, end int, closer byte) (at int, lacks, more bool) {
	at, more = env.Space(end)
	rest := env.Rest(at)
	switch {
	case more:
		return end, false, true
	case len(rest) == 0 || rest[0] != closer:
		return end, true, false
	}
	return at + 1, false, len(rest) == 1 && !env.Final
}

// noteTail notes what is wrong behind the arguments, which end at end. extra is the number of
// surplus braces and brackets there.
func (c *Call) noteTail(tail *Tail, end, extra, surplus int) {
	switch {
	case surplus > 0 && extra == surplus:
		at := c.unit.args.start
		if c.opening.marked() {
			at = c.again.From.Pos()
		}
		for i := range surplus {
			c.lex.note(repair.ExtraOpener, at-surplus+i)
		}
	case surplus > 0:
		tail.Malformed = oneTooMany
	case extra > 0:
		c.onward.extraCloser(extra, end)
	}
	if tail.Missing {
		c.lex.note(repair.MissingMarker, tail.End)
	}
	c.lex.log.Repairs = append(c.lex.log.Repairs, tail.Repairs...)
}

// finishList ends the list between markers, once the text behind it is known.
func (c *Call) finishList(env *body.Env) phase {
	end := c.onward.endAt
	rest := env.Rest(end)
	if len(rest) == 0 && !env.Final {
		return waiting
	}
	extra := len(rest) > 0 && rest[0] == ']' && env.Repairs()
	if extra {
		switch a := endMarkerAt(env, end); {
		case a == match.More:
			return waiting
		case a.Yes():
			extra = false
		default:
			end++
		}
	}
	tail, more := c.opening.tag.After(env, end, c.verdict.calls == 0)
	if more {
		return waiting
	}
	if !c.walk.list { // the list is empty
		c.onward.endList(env, c.onward.endAt)
		return done
	}
	c.lex.log.Repairs = append(c.lex.log.Repairs, tail.Repairs...)
	if c.onward.noBracket && !env.Penalties.CutOff() {
		c.lex.note(repair.MissingCloser, c.onward.endAt)
	}
	if extra {
		c.lex.note(repair.ExtraCloser, c.onward.endAt)
	}
	if tail.Missing && !env.Penalties.CutOff() {
		c.lex.note(repair.MissingMarker, c.onward.endAt)
	}
	c.onward.endList(env, tail.End)
	return done
}
