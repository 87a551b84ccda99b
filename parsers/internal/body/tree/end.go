package tree

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// valueEnds continues behind a complete value.
func (c *Call) valueEnds(end int) {
	c.pos, c.phase = end, behindValue
	c.args.whole, c.args.levels = len(c.args.out), len(c.args.stack)
}

// behindAll reads the text behind the arguments, which is at offset at, behind any white space.
func (c *Call) behindAll(e *place.Around, at int) (more, done bool) {
	rest := e.Rest(at)
	if len(rest) > 0 && at == c.end && rest[0] == '}' && !c.extra {
		c.given.note(repair.ExtraCloser, at)
		c.extra, c.end, c.pos = true, at+1, at+1
		return false, false
	}
	switch {
	case c.given.bare:
		return false, c.report(e, c.end, false)
	case len(rest) == 0:
		return false, c.ended(e, c.end, endMark, false)
	}
	m, more := noMark, false
	if e.Firsts[rest[0]] {
		m, more = c.given.markAt(e, at, rest)
	}
	switch {
	case more:
		return true, false
	case m == closeMark:
		return false, c.ended(e, at, m, false)
	case m == endMark || m == beginMark:
		return false, c.ended(e, c.end, m, false)
	case e.Final && match.Text(c.given.g.Markers.Closer(), rest, false) == match.More:
		return false, c.ended(e, at+len(rest), endMark, false)
	}
	c.failed.fail(c.end, parsers.ReasonMalformed, "something other than a marker follows the arguments")
	return false, false
}

// marked ends the call, whose arguments aren't complete, at a token at offset at.
func (c *Call) marked(e *place.Around, at int, m mark) (done bool) {
	switch {
	case c.phase == behindName && m != beginMark:
		return c.noArguments(e, at, m)
	case m == beginMark, c.phase != behindValue && c.phase != keyFirst && c.phase != valueFirst:
		c.failed.fail(at, parsers.ReasonMalformed, "the call ends before its arguments do")
		return false
	}
	for len(c.args.stack) > 0 {
		c.given.note(repair.MissingCloser, at)
		c.args.closeInto()
	}
	return c.ended(e, at, m, false)
}

// noArguments ends a call without arguments.
func (c *Call) noArguments(e *place.Around, at int, m mark) (done bool) {
	if !e.Declared(c.args.name) {
		c.failed.fail(at, parsers.ReasonMissingArguments, "no arguments")
		return false
	}
	c.args.begin(e, at)
	c.args.out = append(c.args.out, "{}"...)
	return c.ended(e, at, m, true)
}

// ended reports the call, which ends at a token at offset at. Any other token than the end of the
// call means that this one is missing.
func (c *Call) ended(e *place.Around, at int, m mark, weak bool) (done bool) {
	if m == closeMark {
		return c.report(e, at+len(c.given.g.Markers.Closer()), weak)
	}
	c.given.note(repair.MissingMarker, at)
	return c.report(e, at, weak)
}

// report ends the call at offset end. weak: its end shows that arguments may be missing.
func (c *Call) report(e *place.Around, end int, weak bool) (done bool) {
	c.endCall(e, end, weak)
	e.Calls.Called()
	return true
}

func (c *Call) endCall(e *place.Around, end int, weak bool) {
	c.send(e)
	e.Seek(end)
	e.Calls.EndCall(end, parsers.End{Repairs: c.given.repairs, Weak: weak})
}

// send reports the arguments that weren't reported yet, unless the call has failed.
func (c *Call) send(e *place.Around) {
	if a := &c.args; !c.failed.found() && a.sent < len(a.out) {
		e.Handler.Arguments(a.out[a.sent:])
		a.sent = len(a.out)
	}
}

// outputEnds ends the call at the end of the output.
func (c *Call) outputEnds(e *place.Around) (done bool) {
	end, whole := c.failed.outputEnds(e)
	if !whole {
		c.pos = end
		return false
	}
	c.args.cutBack(e)
	e.Costs.CutOffHere()
	return c.report(e, end, true)
}

// unclosed waits for the end of a value that begins at offset at, if more bytes may follow.
func (c *Call) unclosed(e *place.Around, at int) (more, done bool) {
	if !e.Final {
		return true, false
	}
	c.pos = at
	return false, c.outputEnds(e)
}
