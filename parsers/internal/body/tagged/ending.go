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
	if b.params == 0 || c.Reason == parsers.FinishLength || !c.Repairs() && !b.g.Alone {
		return b.cut(c)
	}
	return b.closerMissing(c, b.last)
}

// closerCut ends the call behind which rest, the beginning of a closing tag, ends the output
// at end. If that is the call's own, no argument is missing; another may be what is left of
// one.
func (b *Call) closerCut(c *place.Around, rest []byte, end int) bool {
	if !c.Repairs() || (b.params == 0 || c.Reason == parsers.FinishLength) && !b.closerBegins(rest) {
		return b.cut(c)
	}
	return b.closerMissing(c, end)
}

// closerBegins tells whether rest may be the beginning of what closes the call, or what is
// around it.
func (b *Call) closerBegins(rest []byte) bool {
	_, a := b.tags.ClosesCall(rest, false)
	for i := 0; a == match.No && i < len(b.g.Wrappers); i++ {
		_, a = b.tags.Closing(rest, b.g.Wrappers[i], false)
	}
	return a != match.No
}

// closerMissing ends the call, whose closer is missing, at end; true if it is done.
func (b *Call) closerMissing(c *place.Around, end int) bool {
	if b.Failed {
		b.LeaveAt(b.pos)
		return false
	}
	if b.g.Alone {
		return b.finish(c, end, false)
	}
	b.groupEnds()
	kind := repair.MissingCloser
	if b.g.WrapperDue && b.g.Bare == grammar.BareNative {
		kind = repair.MissingMarker
	}
	b.Note(kind, b.last)
	return b.finish(c, end, false)
}

// cut ends a call that the output ends in; true if it is done.
func (b *Call) cut(c *place.Around) bool {
	end := c.Window.End()
	if !b.Failed && b.params > 0 && c.Config.Options.AcceptIncomplete {
		if b.args.n > b.args.whole {
			c.Handler.RewindArguments(b.args.whole)
		}
		return b.finish(c, end, true)
	}
	if !b.Failed {
		b.pos = end
		b.fail(c, parsers.ReasonIncomplete, failure.CutOff)
	}
	b.LeaveAt(end)
	return false
}

// finish reports the call, which ends at end; weak: where the output cut it off.
func (b *Call) finish(c *place.Around, end int, weak bool) bool {
	if b.params == 0 && b.g.Call.Name == grammar.NameBehind && c.Config.Tools.Given() && !c.Config.Tools.Declared(b.Name) {
		return b.failWhole(c, end, parsers.ReasonUnknownTool, "no tool \""+b.Name+"\" is declared, and the call has no arguments")
	}
	if b.params == 0 && b.Lost != "" {
		return b.failWhole(c, end, parsers.ReasonMalformed, b.Lost)
	}
	if b.Unnamed && !b.object(c) {
		return b.failWhole(c, end, parsers.ReasonLimit, failure.TooDeep)
	}
	if b.g.Parameter.Name == grammar.NameWord && !b.addNested(c) {
		return b.failWhole(c, end, parsers.ReasonLimit, failure.TooDeep)
	}
	b.begin(c)
	b.args.close(c)
	c.Pos = end
	c.EndCall(end, parsers.End{Repairs: b.Repairs, SecondReading: b.doubt, Weak: weak, Pending: b.Pending})
	b.Ended, b.Cut = true, weak
	c.Called()
	return true
}

// failWhole reports that the call, which ends at end, is none.
func (b *Call) failWhole(c *place.Around, end int, reason parsers.Reason, message string) bool {
	b.pos = end
	b.fail(c, reason, message)
	b.LeaveAt(end)
	return false
}

// otherText handles text where a tag is expected.
func (b *Call) otherText(c *place.Around, rest []byte) {
	if !b.Failed {
		b.fail(c, parsers.ReasonMalformed, "expected a parameter, or the end of the call")
	}
	// What ends a turn may begin with another byte than tags do.
	n := 1
	for n < len(rest) && rest[n] != b.g.Brackets.Open[0] && !c.Ends[rest[n]] {
		n++
	}
	c.Visits.Add(n)
	b.pos += n
}

// cutShort ends the call where the message ends that it stands in.
func (b *Call) cutShort(c *place.Around) {
	if !b.Failed {
		b.fail(c, parsers.ReasonMalformed, "the message ends before the call does")
	}
	b.LeaveAt(b.pos)
}
