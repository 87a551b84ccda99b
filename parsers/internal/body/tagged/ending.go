package tagged

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// outputEnds ends a call without a closer at the end of the output. It returns true if the call is
// done.
func (b *Call) outputEnds(c *body.Around) bool {
	if b.args.params == 0 || c.Reason == parsers.FinishLength || !c.Repairs() && !b.given.Alone {
		return b.cut(c)
	}
	return b.closerMissing(c, b.here.last)
}

// closerCut ends the call at the end of the output, where rest is the beginning of a closing tag.
// If this is the call's own closer, no argument is missing. Any other closer may be what is left of
// an argument.
func (b *Call) closerCut(c *body.Around, rest []byte, end int) bool {
	if !c.Repairs() || (b.args.params == 0 || c.Reason == parsers.FinishLength) && !b.given.closerBegins(rest) {
		return b.cut(c)
	}
	return b.closerMissing(c, end)
}

// closerMissing ends a call without a closer at offset end. It returns true if the call is done.
func (b *Call) closerMissing(c *body.Around, end int) bool {
	if b.here.Failed {
		b.here.LeaveAt(b.here.pos)
		return false
	}
	if b.given.Alone {
		return b.finish(c, end, false)
	}
	b.here.groupEnds()
	kind := repair.MissingCloser
	if b.given.g.WrapperDue && b.given.g.Bare.Native() {
		kind = repair.MissingMarker
	}
	b.given.Note(kind, b.here.last)
	return b.finish(c, end, false)
}

// cut ends a call in which the output ends. It returns true if the call is done.
func (b *Call) cut(c *body.Around) bool {
	end := c.Window.End()
	if !b.here.Failed && b.args.params > 0 && c.Config.Options.AcceptIncomplete {
		if b.args.n > b.args.whole {
			c.Handler.RewindArguments(b.args.whole)
		}
		return b.finish(c, end, true)
	}
	if !b.here.Failed {
		b.here.pos = end
		b.here.fail(c, parsers.ReasonIncomplete, failure.CutOff)
	}
	b.here.LeaveAt(end)
	return false
}

// finish reports the call, which ends at end. weak: the output cut it off.
func (b *Call) finish(c *body.Around, end int, weak bool) bool {
	if b.args.params == 0 && b.given.g.Call.Name == grammar.NameBehind && c.Config.Tools.Given() && !c.Config.Tools.Declared(b.given.Name) {
		return b.here.failWhole(c, end, parsers.ReasonUnknownTool, "no tool \""+b.given.Name+"\" is declared, and the call has no arguments")
	}
	if b.args.params == 0 && b.given.Lost != "" {
		return b.here.failWhole(c, end, parsers.ReasonMalformed, b.given.Lost)
	}
	if b.given.Unnamed && !b.args.object(c) || b.given.starts.words && !b.tree.addNested(c) {
		return b.here.failWhole(c, end, parsers.ReasonLimit, failure.TooDeep)
	}
	b.args.begin(c)
	b.args.close(c)
	c.Pos = end
	c.Calls.EndCall(end, parsers.End{Repairs: b.given.Repairs, SecondReading: b.args.doubt, Weak: weak, Pending: b.given.Pending})
	b.Ended, b.Cut = true, weak
	c.Calls.Called()
	return true
}

// behindCall reports the call, unless a closer of a parameter follows, which shows that a value was
// cut short. More closers of the call are surplus. So is the '/' of its opening tag before a
// parameter.
func (b *Call) behindCall(c *body.Around) (more, done bool) {
	switch {
	case b.here.Failed:
		c.Closed = b.here.last
		b.here.LeaveAt(b.here.last)
		return false, false
	case b.given.Unnamed:
		return false, b.finish(c, b.here.last, false)
	}
	at, more := Space(c, &b.given.tags.Brackets, b.here.pos, nil)
	b.here.pos = at
	if more {
		return true, false
	}
	rest := c.Rest(at)
	if b.given.Empty {
		if a := b.given.parameterBehind(rest, true, c.Final); a == match.More {
			return true, false
		} else if a.Yes() {
			b.given.Note(repair.ExtraCloser, b.given.Inner-len(b.given.g.Brackets.End)-len("/"))
			b.given.Empty = false
			b.here.inArguments()
			return false, false
		}
	}
	stray := b.given.parameterBehind(rest, false, c.Final)
	a := stray
	if stray == match.No {
		a = b.given.closerAt(rest, b.given.g.Call.ClosedBy(), c.Final)
	}
	switch {
	case a == match.More:
		return true, false
	case a.Yes() && (stray.Yes() || b.given.g.Inside == grammar.Nests):
		return false, b.here.failWhole(c, b.here.last, parsers.ReasonMalformed, "a superfluous closing tag follows the call")
	case a.Yes():
		b.given.Note(repair.ExtraCloser, at)
		b.here.took(at + int(a))
		return false, false
	}
	return false, b.finish(c, b.here.last, false)
}
