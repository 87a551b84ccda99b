package tree

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// behindAll reads what follows the arguments, white space apart at offset at.
func (c *Call) behindAll(e *place.Around, at int) (more, done bool) {
	rest := e.Rest(at)
	if len(rest) > 0 && at == c.end && rest[0] == '}' && !c.extra {
		c.note(repair.ExtraCloser, at)
		c.extra, c.end, c.pos = true, at+1, at+1
		return false, false
	}
	switch {
	case c.bare:
		return false, c.report(e, c.end, parsers.End{})
	case len(rest) == 0:
		c.note(repair.MissingMarker, c.end)
		return false, c.report(e, c.end, parsers.End{})
	}
	m, more := noMark, false
	if rest[0] == '<' {
		m, more = c.markAt(e, at, rest)
	}
	switch {
	case more:
		return true, false
	case m == closeMark:
		return false, c.report(e, at+len(c.g.Close), parsers.End{})
	case m == endMark || m == beginMark:
		c.note(repair.MissingMarker, c.end)
		return false, c.report(e, c.end, parsers.End{})
	case e.Final && match.Text(c.g.Close, rest, false) == match.More:
		c.note(repair.MissingMarker, at+len(rest))
		return false, c.report(e, at+len(rest), parsers.End{})
	}
	c.fail(c.end, parsers.ReasonMalformed, "something other than a marker follows the arguments")
	return false, false
}

// marked ends the call, whose arguments aren't whole, at a token at offset at.
func (c *Call) marked(e *place.Around, at int, m mark) (done bool) {
	switch {
	case c.phase == behindName && m != beginMark:
		return c.noArguments(e, at, m)
	case m == beginMark, c.phase != behindValue && c.phase != keyFirst && c.phase != valueFirst:
		c.fail(at, parsers.ReasonMalformed, "the call ends before its arguments do")
		return false
	}
	for len(c.stack) > 0 {
		c.note(repair.MissingCloser, at)
		c.closeInto()
	}
	return c.ended(e, at, m, parsers.End{})
}

// noArguments ends a call that has none.
func (c *Call) noArguments(e *place.Around, at int, m mark) (done bool) {
	if !e.Declared(c.name) {
		c.fail(at, parsers.ReasonMissingArguments, "no arguments")
		return false
	}
	c.begin(e, at)
	c.out = append(c.out, "{}"...)
	return c.ended(e, at, m, parsers.End{Weak: true})
}

// ended reports the call that a token at offset at ends.
func (c *Call) ended(e *place.Around, at int, m mark, how parsers.End) (done bool) {
	if m == closeMark {
		return c.report(e, at+len(c.g.Close), how)
	}
	c.note(repair.MissingMarker, at)
	return c.report(e, at, how)
}

// report ends the call at offset end.
func (c *Call) report(e *place.Around, end int, how parsers.End) (done bool) {
	c.endCall(e, end, how)
	e.Called()
	return true
}

func (c *Call) endCall(e *place.Around, end int, how parsers.End) {
	c.send(e)
	how.Repairs = c.repairs
	e.Seek(end)
	e.EndCall(end, how)
}

// outputEnds ends the call where the output does.
func (c *Call) outputEnds(e *place.Around) (done bool) {
	end := e.Base + len(e.Win)
	if at, a := c.marker(e, c.text.start, end); a.Yes() {
		failure.CutString(e, c.text.start, at)
		c.failAt(e, at, parsers.ReasonMalformed, "a string isn't closed")
		return false
	}
	if !e.Config.Options.AcceptIncomplete || !c.begun || c.whole == 0 {
		c.failAt(e, end, parsers.ReasonIncomplete, failure.CutOff)
		return false
	}
	if c.sent > c.whole {
		e.Handler.RewindArguments(c.whole)
		c.sent = c.whole
	}
	c.out, c.stack = c.out[:c.whole], c.stack[:c.levels]
	for len(c.stack) > 0 {
		c.closeInto()
	}
	e.CutOffHere()
	return c.report(e, end, parsers.End{Weak: true})
}

// fail says that the call failed at offset at. If that is in or right behind a
// string that holds a marker, that ended the call: it has failed once that is known.
func (c *Call) fail(at int, reason parsers.Reason, message string) {
	c.fault = fault{at: at, searched: c.text.start, reason: reason, message: message}
}

// A fault is why the call fails, and where if no marker in the string before ended it.
type fault struct {
	at       int
	searched int // up to where no marker is
	reason   parsers.Reason
	message  string // empty: there is no fault
}

// failing reports the fault; more: it must first be known whether a marker ended the call.
func (c *Call) failing(e *place.Around) (more bool) {
	f := &c.fault
	end, a := c.marker(e, f.searched, f.at)
	switch {
	case a == match.More:
		f.searched = end
		return true
	case a == match.No:
		end = f.at
	}
	c.failAt(e, end, f.reason, f.message)
	return false
}

func (c *Call) failAt(e *place.Around, at int, reason parsers.Reason, message string) {
	c.FailAt(e, at, c.inner, parsers.Invalid{
		Name: c.name, Format: c.format(), Reason: reason, Message: message, FreeText: c.bare, Repairs: c.repairs,
	})
	c.pos = at
}

// marker is where the first marker is in the string that was read last, from an offset up to
// another; more: what is there may be one.
func (c *Call) marker(e *place.Around, at, end int) (found int, a match.Answer) {
	if c.text.start < 0 {
		return 0, match.No
	}
	for ; at < end; at++ {
		n := e.Visits.IndexByte(e.Slice(at, end), '<')
		if n < 0 {
			break
		}
		at += n
		if a := c.stops(e, at); a != match.No {
			return at, a
		}
	}
	return 0, match.No
}

// stops tells whether a marker that ends a failed call stands at offset at.
func (c *Call) stops(e *place.Around, at int) match.Answer {
	rest := e.Rest(at)
	if a := match.Text(c.g.Close, rest, e.Final); a != match.No {
		return a
	}
	m, a := e.MarkAt(at)
	if a.Yes() && !m.Stops() {
		return match.No
	}
	return a
}

// leave looks for the end of the call that failed: its end, or before what
// begins another one; without its tokens, where its brackets balance.
func (c *Call) leave(e *place.Around) (more bool) {
	defer e.Visits.Passed(c.pos, &c.pos)
	for ; c.pos < e.Base+len(e.Win); c.pos++ {
		switch b := e.Rest(c.pos)[0]; {
		case b == '<':
			a := c.stops(e, c.pos)
			if a == match.More {
				return true
			}
			if a.Yes() {
				end := c.pos
				if match.Text(c.g.Close, e.Rest(end), true).Yes() && !c.bare {
					end += len(c.g.Close)
				}
				c.LeaveAt(end)
				return false
			}
		case !c.bare:
		case b == '{' || b == '[' || b == '(':
			c.stack = append(c.stack, b)
		case b == '}' || b == ']' || b == ')':
			if c.stack = c.stack[:max(len(c.stack)-1, 0)]; len(c.stack) == 0 {
				c.pos++
				c.LeaveAt(c.pos)
				return false
			}
		}
	}
	if e.Final {
		c.LeaveAt(c.pos)
		return false
	}
	return true
}

// unclosed waits for the end of what begins at offset at, if more may come.
func (c *Call) unclosed(e *place.Around, at int) (more, done bool) {
	if !e.Final {
		return true, false
	}
	c.pos = at
	return false, c.outputEnds(e)
}
