package tagged

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// outputEnds ends a call without a closer at the end of the output. It returns true if the call is
// done.
func (c *Call) outputEnds(env *body.Env) bool {
	if c.args.params == 0 || env.Reason == parsers.FinishLength || !env.Repairs() && !c.opening.Alone {
		return c.cut(env)
	}
	return c.closerMissing(env, c.position.last)
}

// closerCut ends the call at the end of the output, where rest is the beginning of a closing tag.
// If this is the call's own closer, no argument is missing. Any other closer may be what is left of
// an argument.
func (c *Call) closerCut(env *body.Env, rest []byte, end int) bool {
	if !env.Repairs() || (c.args.params == 0 || env.Reason == parsers.FinishLength) && !c.opening.closerBegins(rest) {
		return c.cut(env)
	}
	return c.closerMissing(env, end)
}

// closerMissing ends a call without a closer at offset end. It returns true if the call is done.
func (c *Call) closerMissing(env *body.Env, end int) bool {
	if c.position.Failed {
		c.position.LeaveAt(c.position.pos)
		return false
	}
	if c.opening.Alone {
		return c.finish(env, end, false)
	}
	if c.opening.Word != "" && c.opening.Word == c.opening.g.Parameter.Word {
		return c.position.failWhole(env, end, parsers.ReasonMalformed, "the call has the tag of a parameter, and isn't closed as a call")
	}
	c.position.groupEnds()
	kind := repair.MissingCloser
	if c.opening.g.WrapperDue && c.opening.g.Bare.Native() {
		kind = repair.MissingMarker
	}
	c.opening.Note(kind, c.position.last)
	return c.finish(env, end, false)
}

// cutInValue ends a call in which the output ends in a value. It returns true if the call is done.
// See docs/models/formats, "Cut off".
func (c *Call) cutInValue(env *body.Env) bool {
	if !c.stopped(env) { // in a failed call, the value's text is gone
		return c.cut(env)
	}
	end := env.Window.End()
	if rest := env.Rest(c.position.pos); len(rest) > 0 && c.opening.closes(rest) {
		end = c.position.pos // what is left of the value's closer
	}
	switch {
	case c.value.isDamaged(env, end):
		end = c.value.damaged.start
	case c.value.tags: // it isn't at the end of the value
		return c.cut(env)
	}
	if c.value.endsAsCloser(env, end) {
		return c.cut(env)
	}
	c.opening.Note(repair.MissingCloser, end)
	c.value.endValue(env, end, false)
	if c.position.Failed {
		return c.cut(env)
	}
	c.position.groupEnds()
	return c.finish(env, env.Window.End(), true)
}

// stopped reports whether the model stopped by itself in the value, and the call has all parameters that its tool requires. Then only
// closers are missing.
func (c *Call) stopped(env *body.Env) bool {
	v := &c.value
	if env.Reason != parsers.FinishStop || env.Rules.Nested || !env.Repairs() || c.position.Failed || c.position.phase != inValue {
		return false
	}
	if v.tags || v.closes || v.lost || v.verbatim == isVerbatim || c.opening.Unnamed || c.args.again != nil || c.args.built || !env.Declared(c.opening.Name) {
		return false
	}
	for _, key := range c.opening.tool.Required() {
		if !c.args.keys.has(env, []byte(key)) {
			return false
		}
	}
	return true
}

// cut ends a call in which the output ends. It returns true if the call is done.
func (c *Call) cut(env *body.Env) bool {
	end := env.Window.End()
	if c.args.again != nil && !c.position.Failed {
		c.value.notTwice(env)
		return false
	}
	if !c.position.Failed && c.args.params > 0 && env.Config.Options.AcceptIncomplete {
		if c.args.n > c.args.whole {
			env.Handler.RewindArguments(c.args.whole)
		}
		return c.finish(env, end, true)
	}
	if !c.position.Failed {
		c.position.pos = end
		c.position.fail(env, parsers.ReasonIncomplete, failure.CutOff)
	}
	c.position.LeaveAt(end)
	return false
}

// finish reports the call, which ends at end. weak: the output cut it off.
func (c *Call) finish(env *body.Env, end int, weak bool) bool {
	if c.args.params == 0 && c.opening.g.Call.Name == grammar.NameBehind && env.Config.Tools.Given() && !env.Config.Tools.Declared(c.opening.Name) {
		return c.position.failWhole(env, end, parsers.ReasonUnknownTool, "no tool \""+c.opening.Name+"\" is declared, and the call has no arguments")
	}
	if c.args.params == 0 && c.opening.Lost != "" {
		return c.position.failWhole(env, end, parsers.ReasonMalformed, c.opening.Lost)
	}
	if c.opening.Unnamed && !c.args.object(env) || c.opening.starts.words && !c.tree.addNested(env) {
		return c.position.failWhole(env, end, parsers.ReasonLimit, failure.TooDeep)
	}
	c.args.begin(env)
	if c.args.built && !c.args.build(env) {
		return c.position.failWhole(env, end, parsers.ReasonLimit, failure.TooDeep)
	}
	c.args.close(env)
	if c.args.n == len(emptyObject) {
		env.NoteEmpty()
	}
	if c.args.verbatim {
		to := c.args.body.Pos()
		env.NoteArguments(to-c.args.n, to)
	}
	env.Seek(end)
	env.Calls.EndCall(end, parsers.End{Repairs: c.opening.Repairs, SecondReading: c.args.doubt, Weak: weak, FreeText: c.args.odd, Pending: c.opening.Pending})
	c.Ended, c.Cut = true, weak
	env.Calls.Called()
	return true
}

// behindCall reports the call, unless a tag of a parameter follows, which shows that a value or the call was
// cut short. More closers of the call are surplus. So is the '/' of its opening tag before a
// parameter.
func (c *Call) behindCall(env *body.Env) (more, done bool) {
	switch {
	case c.position.Failed:
		env.Closed = c.position.last
		c.position.LeaveAt(c.position.last)
		return false, false
	case c.opening.Unnamed:
		return false, c.finish(env, c.position.last, false)
	}
	at, more := Space(env, &c.opening.tags.Brackets, c.position.pos, nil)
	c.position.pos = at
	if more {
		return true, false
	}
	rest := env.Rest(at)
	if c.opening.Empty {
		if a := c.opening.parameterBehind(rest, true, env.Final); a == match.More {
			return true, false
		} else if a.Yes() {
			c.opening.Note(repair.ExtraCloser, c.opening.Inner-len(c.opening.g.Brackets.End)-len("/"))
			c.opening.Empty = false
			c.position.inArguments()
			return false, false
		}
	}
	switch stray, message := c.argumentBehind(env, rest); {
	case stray == match.More:
		return true, false
	case stray.Yes():
		return false, c.position.failWhole(env, c.position.last, parsers.ReasonMalformed, message)
	}
	switch a := c.opening.closerAt(rest, c.opening.g.Call.ClosedBy(), env.Final); {
	case a == match.More:
		return true, false
	case a.Yes() && c.opening.g.Inside == grammar.Nests:
		return false, c.position.failWhole(env, c.position.last, parsers.ReasonMalformed, closerFollows)
	case a.Yes():
		c.opening.Note(repair.ExtraCloser, at)
		c.position.took(at + int(a))
		return false, false
	}
	return false, c.finish(env, c.position.last, false)
}

// Why a call isn't accepted, if a tag follows it.
const (
	closerFollows = "a superfluous closing tag follows the call"
	openerFollows = "an argument follows the call"
	textFollows   = "the end of an argument follows the call"
)

// maxClosers bounds the closers of wrappers between a call and what follows.
const maxClosers = 2

// argumentBehind matches a tag of a parameter at the start of rest, which is the text behind the call. The closer of the
// wrapper may be before it.
// See docs/models/formats, "An argument after its call".
func (c *Call) argumentBehind(env *body.Env, rest []byte) (a match.Answer, message string) {
	for range maxClosers {
		if a = c.opening.outerCloserAt(rest, env.Final); a == match.No {
			break
		} else if a == match.More {
			return a, ""
		}
		rest = rest[a:]
		n := match.SpaceLen(rest[:min(len(rest), maxGap+1)])
		env.Visits.Add(n)
		if rest = rest[n:]; n > maxGap || len(rest) == 0 {
			return match.End(env.Final || n > maxGap), ""
		}
	}
	switch {
	case len(rest) == 0:
		return match.End(env.Final), ""
	case rest[0] != c.opening.g.Brackets.Open[0] && c.position.pos == c.position.last && !c.opening.starts.words:
		return c.textBehind(env, env.Rest(c.position.pos)), textFollows
	case rest[0] != c.opening.g.Brackets.Open[0]: // most often
		return match.No, ""
	}
	if a = c.opening.parameterBehind(rest, false, env.Final); a != match.No {
		return a, closerFollows
	}
	if a = c.opening.parameterBehind(rest, true, env.Final); a == match.No && c.opening.g.Parameter.Key != "" {
		a = c.opening.tags.PairTag(rest, env.Final)
	}
	return a, openerFollows
}

// textBehind matches text at the start of rest, directly behind the call, if a closer of a parameter follows before the
// opener of another call. It was the end of an argument.
func (c *Call) textBehind(env *body.Env, rest []byte) match.Answer {
	if len(rest) == 0 || rest[0] == c.opening.g.Brackets.Open[0] {
		return match.No
	}
	var o tags.Opened
	limit := min(len(rest), maxAgain)
	for n := 0; ; n++ {
		i := env.Visits.IndexByte(rest[n:limit], c.opening.g.Brackets.Open[0])
		if i < 0 {
			return match.End(env.Final || limit < len(rest))
		}
		n += i
		a := c.opening.parameterBehind(rest[n:], false, env.Final)
		if a == match.No && c.opening.g.Parameter.Key != "" {
			a = c.opening.tags.PairTag(rest[n:], env.Final)
		}
		if a != match.No {
			return a
		}
		if a = c.opening.tags.OpensCall(&o, rest[n:], env.Final); a != match.No {
			return min(a, match.No)
		}
	}
}
