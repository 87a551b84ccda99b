package braces

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// valueEnds continues behind a complete value.
func (c *Call) valueEnds(end int) {
	c.pos, c.phase = end, behindValue
	c.args.whole, c.args.levels = len(c.args.out), len(c.args.stack)
}

// behindAll reads the text behind the arguments, which is at offset at, behind any white space.
func (c *Call) behindAll(e *body.Around, at int) (more, done bool) {
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
func (c *Call) marked(e *body.Around, at int, m mark) (done bool) {
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
func (c *Call) noArguments(e *body.Around, at int, m mark) (done bool) {
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
func (c *Call) ended(e *body.Around, at int, m mark, weak bool) (done bool) {
	if m == closeMark {
		return c.report(e, at+len(c.given.g.Markers.Closer()), weak)
	}
	c.given.note(repair.MissingMarker, at)
	return c.report(e, at, weak)
}

// report ends the call at offset end. weak: its end shows that arguments may be missing.
func (c *Call) report(e *body.Around, end int, weak bool) (done bool) {
	c.endCall(e, end, weak)
	e.Calls.Called()
	return true
}

func (c *Call) endCall(e *body.Around, end int, weak bool) {
	c.send(e)
	e.Seek(end)
	e.Calls.EndCall(end, parsers.End{Repairs: c.given.repairs, Weak: weak})
}

// send reports the arguments that weren't reported yet, unless the call has failed.
func (c *Call) send(e *body.Around) {
	if a := &c.args; !c.failed.found() && a.sent < len(a.out) {
		e.Handler.Arguments(a.out[a.sent:])
		a.sent = len(a.out)
	}
}

// outputEnds ends the call at the end of the output.
func (c *Call) outputEnds(e *body.Around) (done bool) {
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
func (c *Call) unclosed(e *body.Around, at int) (more, done bool) {
	if !e.Final {
		return true, false
	}
	c.pos = at
	return false, c.outputEnds(e)
}

// failed decides where a call fails, and where a failed call ends.
type failed struct {
	given *given
	args  *args
	text  *text
	failure.Failing
	fault fault
}

// A fault is the reason why the call fails. at is where it fails if no marker in the string before
// it ended the call.
type fault struct {
	at       int
	searched int // up to here there is no marker
	reason   parsers.Reason
	message  string // empty: there is no fault
}

// found reports whether the call has failed, or will fail once the place is known.
func (f *failed) found() bool { return f.Failed || f.fault.message != "" }

// fail notes that the call failed at offset at. If that is in or directly behind a string with a
// marker, the marker ended the call. The failure is reported once it is known whether there is a
// marker.
func (f *failed) fail(at int, reason parsers.Reason, message string) {
	f.fault = fault{at: at, searched: f.text.start, reason: reason, message: message}
}

// read continues to read a call that has failed, from the position on, or reports the fault of one
// that is failing. more: more bytes must show whether a marker ended the call.
func (f *failed) read(e *body.Around, pos *int) (more bool) {
	if f.Failed {
		return f.leave(e, pos)
	}
	t := &f.fault
	end, a := f.marker(e, t.searched, t.at)
	switch {
	case a == match.More:
		t.searched = end
		return true
	case a == match.No:
		end = t.at
	}
	f.failAt(e, end, t.reason, t.message)
	*pos = end
	return false
}

// failAt reports that the call failed at offset at, where the reading continues.
func (f *failed) failAt(e *body.Around, at int, reason parsers.Reason, message string) {
	f.FailAt(e, at, f.args.inner, parsers.Invalid{
		Name: f.args.name, Format: f.given.format(), Reason: reason, Message: message, FreeText: f.given.bare, Repairs: f.given.repairs,
	})
}

// outputEnds fails the call at the end of the output or, before that, at the marker in its last
// string that cut the string off. It returns that place. whole: the call was cut off behind a
// value, and AcceptIncomplete is set, so it doesn't fail.
func (f *failed) outputEnds(e *body.Around) (at int, whole bool) {
	end := e.Base + len(e.Win)
	if at, a := f.marker(e, f.text.start, end); a.Yes() {
		failure.CutString(e, f.text.start, at)
		f.failAt(e, at, parsers.ReasonMalformed, "a string isn't closed")
		return at, false
	}
	if !e.Config.Options.AcceptIncomplete || f.args.whole == 0 {
		f.failAt(e, end, parsers.ReasonIncomplete, failure.CutOff)
		return end, false
	}
	return end, true
}

// marker looks for the first marker in the string that was read last, from offset at up to end.
// With match.More, found is where a marker may begin.
func (f *failed) marker(e *body.Around, at, end int) (found int, a match.Answer) {
	if f.text.start < 0 {
		return 0, match.No
	}
	for ; at < end; at++ {
		n := bytetable.Index(e.Slice(at, end), 0, e.Firsts)
		e.Visits.Add(n)
		if at += n; at == end {
			break
		}
		if a := e.StopsAt(at); a != match.No {
			return at, a
		}
	}
	return 0, match.No
}

// leave looks for the end of the failed call. This is behind its closer, or before the beginning of
// another call. Without its tokens, the call also ends where its brackets balance.
func (f *failed) leave(e *body.Around, pos *int) (more bool) {
	counted := *pos
	defer func() { e.Visits.Passed(counted, pos) }()
	for ; *pos < e.Base+len(e.Win); *pos++ {
		e.Visits.Passing(&counted, *pos)
		b := e.Rest(*pos)[0]
		if e.Firsts[b] {
			a := e.StopsAt(*pos)
			if a == match.More {
				return true
			}
			if a.Yes() {
				end := *pos
				if match.Text(f.given.g.Markers.Closer(), e.Rest(end), true).Yes() && !f.given.bare {
					end += len(f.given.g.Markers.Closer())
				}
				f.LeaveAt(end)
				return false
			}
		}
		switch {
		case !f.given.bare:
		case b == '{' || b == '[' || b == '(':
			f.args.stack = append(f.args.stack, b)
		case b == '}' || b == ']' || b == ')':
			if f.args.stack = f.args.stack[:max(len(f.args.stack)-1, 0)]; len(f.args.stack) == 0 {
				*pos++
				f.LeaveAt(*pos)
				return false
			}
		}
	}
	if e.Final {
		f.LeaveAt(*pos)
		return false
	}
	return true
}
