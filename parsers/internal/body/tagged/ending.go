package tagged

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// outputEnds ends the call at the end of the output, where its end is missing;
// true if it is done.
func (b *Call) outputEnds(c *place.Around) bool {
	if b.args.params == 0 || c.Reason == parsers.FinishLength || !c.Repairs() && !b.given.g.Alone {
		return b.cut(c)
	}
	return b.closerMissing(c, b.here.last)
}

// closerCut ends the call behind which rest, the beginning of a closing tag, ends the output
// at end. If that is the call's own, no argument is missing; another may be what is left of
// one.
func (b *Call) closerCut(c *place.Around, rest []byte, end int) bool {
	if !c.Repairs() || (b.args.params == 0 || c.Reason == parsers.FinishLength) && !b.given.closerBegins(rest) {
		return b.cut(c)
	}
	return b.closerMissing(c, end)
}

// closerBegins tells whether rest may be the beginning of what closes the call, or what is
// around it.
func (b *given) closerBegins(rest []byte) bool {
	_, a := b.tags.ClosesCall(rest, false)
	for i := 0; a == match.No && i < len(b.g.Wrappers); i++ {
		_, a = b.tags.Closing(rest, b.g.Wrappers[i], false)
	}
	return a != match.No
}

// closerMissing ends the call, whose closer is missing, at end; true if it is done.
func (b *Call) closerMissing(c *place.Around, end int) bool {
	if b.here.Failed {
		b.here.LeaveAt(b.here.pos)
		return false
	}
	if b.given.g.Alone {
		return b.finish(c, end, false)
	}
	b.here.groupEnds()
	kind := repair.MissingCloser
	if b.given.g.WrapperDue && b.given.g.Bare == grammar.BareNative {
		kind = repair.MissingMarker
	}
	b.given.Note(kind, b.here.last)
	return b.finish(c, end, false)
}

// cut ends a call that the output ends in; true if it is done.
func (b *Call) cut(c *place.Around) bool {
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

// finish reports the call, which ends at end; weak: where the output cut it off.
func (b *Call) finish(c *place.Around, end int, weak bool) bool {
	if b.args.params == 0 && b.given.g.Call.Name == grammar.NameBehind && c.Config.Tools.Given() && !c.Config.Tools.Declared(b.given.Name) {
		return b.here.failWhole(c, end, parsers.ReasonUnknownTool, "no tool \""+b.given.Name+"\" is declared, and the call has no arguments")
	}
	if b.args.params == 0 && b.given.Lost != "" {
		return b.here.failWhole(c, end, parsers.ReasonMalformed, b.given.Lost)
	}
	if b.given.Unnamed && !b.args.object(c) {
		return b.here.failWhole(c, end, parsers.ReasonLimit, failure.TooDeep)
	}
	if b.given.g.Parameter.Name == grammar.NameWord && !b.tree.addNested(c) {
		return b.here.failWhole(c, end, parsers.ReasonLimit, failure.TooDeep)
	}
	b.args.begin(c)
	b.value.closePacked(c)
	b.args.close(c)
	c.Pos = end
	c.EndCall(end, parsers.End{Repairs: b.given.Repairs, SecondReading: b.args.doubt, Weak: weak, Pending: b.given.Pending})
	b.Ended, b.Cut = true, weak
	c.Called()
	return true
}

// failWhole reports that the call, which ends at end, is none.
func (b *here) failWhole(c *place.Around, end int, reason parsers.Reason, message string) bool {
	b.pos = end
	b.fail(c, reason, message)
	b.LeaveAt(end)
	return false
}

// otherText handles text where a tag is expected.
func (b *here) otherText(c *place.Around, rest []byte) {
	if !b.Failed {
		b.fail(c, parsers.ReasonMalformed, "expected a parameter, or the end of the call")
	}
	// What ends a turn may begin with another byte than tags do.
	n := 1
	for n < len(rest) && rest[n] != b.given.g.Brackets.Open[0] && !c.Ends[rest[n]] {
		n++
	}
	c.Visits.Add(n)
	b.pos += n
}

// cutShort ends the call where the message ends that it stands in.
func (b *here) cutShort(c *place.Around) {
	if !b.Failed {
		b.fail(c, parsers.ReasonMalformed, "the message ends before the call does")
	}
	b.LeaveAt(b.pos)
}
