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
	if !c.args.memberEnds() {
		c.failed.fail(c.args.again.at, parsers.ReasonMalformed, "a key comes twice")
		return
	}
	c.args.whole, c.args.levels = len(c.args.out), len(c.args.stack)
}

// behindAll reads the text behind the arguments, which is at offset at, behind any white space.
func (c *Call) behindAll(env *body.Env, at int) (more, done bool) {
	rest := env.Rest(at)
	if c.round {
		if c.round = false; len(rest) > 0 && rest[0] == ')' {
			c.end, c.pos = at+1, at+1
			return false, false
		}
		c.opening.note(repair.MissingCloser, at)
	}
	if len(rest) > 0 && at == c.end && rest[0] == '}' && !c.extra {
		c.opening.note(repair.ExtraCloser, at)
		c.extra, c.end, c.pos = true, at+1, at+1
		return false, false
	}
	switch {
	case c.opening.bare:
		return false, c.report(env, c.end, false)
	case len(rest) == 0:
		return false, c.ended(env, c.end, endMark, false)
	}
	m, more := noMark, false
	if env.Firsts[rest[0]] {
		m, more = c.opening.markAt(env, at, rest)
	}
	switch {
	case more:
		return true, false
	case m == closeMark:
		return false, c.ended(env, at, m, false)
	case m == endMark || m == beginMark:
		return false, c.ended(env, c.end, m, false)
	case env.Final && match.Any(c.opening.g.Markers.Close, rest, false) == match.More:
		return false, c.ended(env, at+len(rest), endMark, false)
	}
	c.failed.fail(c.end, parsers.ReasonMalformed, "something other than a marker follows the arguments")
	return false, false
}

// marked ends the call, whose arguments aren't complete, at a token at offset at.
func (c *Call) marked(env *body.Env, at int, m mark) (done bool) {
	switch {
	case c.phase == behindName && m != beginMark:
		return c.noArguments(env, at, m)
	case m == beginMark, c.phase != behindValue && c.phase != keyFirst && c.phase != valueFirst:
		c.failed.fail(at, parsers.ReasonMalformed, "the call ends before its arguments do")
		return false
	}
	for len(c.args.stack) > 0 {
		c.opening.note(repair.MissingCloser, at)
		c.args.closeInto()
	}
	return c.ended(env, at, m, false)
}

// noArguments ends a call without arguments.
func (c *Call) noArguments(env *body.Env, at int, m mark) (done bool) {
	if !env.Declared(c.args.name) {
		c.failed.fail(at, parsers.ReasonMissingArguments, "no arguments")
		return false
	}
	c.args.begin(env, at)
	c.args.out = append(c.args.out, "{}"...)
	return c.ended(env, at, m, true)
}

// ended reports the call, which ends at a token at offset at. Any other token than the end of the
// call means that this one is missing.
func (c *Call) ended(env *body.Env, at int, m mark, weak bool) (done bool) {
	if m == closeMark {
		closer := c.opening.g.Markers.Close[0]
		if n := match.Text(closer, env.Rest(at), true); !n.Yes() {
			c.opening.note(repair.MissingMarker, at)
			return c.report(env, at+match.Any(c.opening.g.Markers.Close, env.Rest(at), true).Len(), weak)
		}
		return c.report(env, at+len(closer), weak)
	}
	c.opening.note(repair.MissingMarker, at)
	return c.report(env, at, weak)
}

// report ends the call at offset end. weak: its end shows that arguments may be missing.
func (c *Call) report(env *body.Env, end int, weak bool) (done bool) {
	c.endCall(env, end, weak)
	env.Calls.Called()
	return true
}

func (c *Call) endCall(env *body.Env, end int, weak bool) {
	c.send(env)
	env.Seek(end)
	if string(c.args.out) == "{}" {
		env.NoteEmpty()
	}
	env.Calls.EndCall(end, parsers.End{Repairs: c.opening.repairs, SecondReading: c.opening.doubt, Weak: weak})
}

// send reports the arguments that weren't reported yet, unless the call has failed.
func (c *Call) send(env *body.Env) {
	if a := &c.args; !c.failed.found() && a.again.of == 0 && a.sent < len(a.out) {
		env.Handler.Arguments(a.out[a.sent:])
		a.sent = len(a.out)
	}
}

// outputEnds ends the call at the end of the output.
func (c *Call) outputEnds(env *body.Env) (done bool) {
	end, whole := c.failed.outputEnds(env)
	if !whole {
		c.pos = end
		return false
	}
	c.args.cutBack(env)
	env.Penalties.CutOffHere()
	return c.report(env, end, true)
}

// unclosed waits for the end of a value that begins at offset at, if more bytes may follow.
func (c *Call) unclosed(env *body.Env, at int) (more, done bool) {
	if !env.Final {
		return true, false
	}
	c.pos = at
	return false, c.outputEnds(env)
}

// failed decides where a call fails, and where a failed call ends.
type failed struct {
	opening *opening
	args    *args
	text    *text
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
func (f *failed) read(env *body.Env, pos *int) (more bool) {
	if f.Failed {
		return f.leave(env, pos)
	}
	t := &f.fault
	end, a := f.marker(env, t.searched, t.at)
	switch {
	case a == match.More:
		t.searched = end
		return true
	case a == match.No:
		end = t.at
	}
	f.failAt(env, end, t.reason, t.message)
	*pos = end
	return false
}

// failAt reports that the call failed at offset at, where the reading continues.
func (f *failed) failAt(env *body.Env, at int, reason parsers.Reason, message string) {
	f.Open = len(f.args.stack)
	f.FailAt(env, at, f.args.inner, parsers.Invalid{
		Name: f.args.name, Format: f.opening.format(), Reason: reason, Message: message, FreeText: f.opening.bare, Repairs: f.opening.repairs,
	})
}

// outputEnds fails the call at the end of the output or, before that, at the marker in its last
// string that cut the string off. It returns that place. whole: the call was cut off behind a
// value, and AcceptIncomplete is set, so it doesn't fail.
func (f *failed) outputEnds(env *body.Env) (at int, whole bool) {
	end := env.Base + len(env.Win)
	if at, a := f.marker(env, f.text.start, end); a.Yes() {
		failure.CutString(env, f.text.start, at)
		f.failAt(env, at, parsers.ReasonMalformed, "a string isn't closed")
		return at, false
	}
	if !env.Config.Options.AcceptIncomplete || f.args.whole == 0 {
		f.failAt(env, end, parsers.ReasonIncomplete, failure.CutOff)
		return end, false
	}
	return end, true
}

// marker looks for the first marker in the string that was read last, from offset at up to end.
// With match.More, found is where a marker may begin.
func (f *failed) marker(env *body.Env, at, end int) (found int, a match.Answer) {
	if f.text.start < 0 {
		return 0, match.No
	}
	for ; at < end; at++ {
		n := bytetable.Index(env.Slice(at, end), 0, env.Firsts)
		env.Visits.Add(n)
		if at += n; at == end {
			break
		}
		if a := env.StopsAt(at); a != match.No {
			return at, a
		}
	}
	return 0, match.No
}

// leave looks for the end of the failed call. This is behind its closer, or before the beginning of
// another call. Without its tokens, the call also ends where its brackets balance.
func (f *failed) leave(env *body.Env, pos *int) (more bool) {
	counted := *pos
	defer func() { env.Visits.Passed(counted, pos) }()
	for ; *pos < env.Base+len(env.Win); *pos++ {
		env.Visits.Passing(&counted, *pos)
		b := env.Rest(*pos)[0]
		if env.Firsts[b] {
			a := env.StopsAt(*pos)
			if a == match.More {
				return true
			}
			if a.Yes() {
				end := *pos
				if n := match.Any(f.opening.g.Markers.Close, env.Rest(end), true); n.Yes() && !f.opening.bare {
					end += n.Len()
					f.Open = 0
				}
				f.LeaveAt(end)
				return false
			}
		}
		switch {
		case !f.opening.bare:
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
	if env.Final {
		f.LeaveAt(*pos)
		return false
	}
	return true
}
