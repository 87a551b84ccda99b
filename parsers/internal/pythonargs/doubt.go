package pythonargs

import (
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// quoting decides whether a quote ends the string, or the string lost its quote.
type quoting struct {
	cfg    *Config
	object *Object // the arguments before the string
	visits *visit.Count
	text   stringReader
	lost   recovered
	again  again
}

// space are the bytes of isSpace.
const space = " \t\n\v\f\r"

// unclosed reports whether the string, whose quotes weren't escaped, lost its closing quote before
// offset end. Then the string ends at offset at: before a marker, or before the comma and the next
// keyword of the tool.
func (q *quoting) unclosed(w *jsonscan.Window, end int) (at int, a match.Answer) {
	t := &q.text
	from := t.checked
	defer func() { q.visits.Passed(from, &t.checked) }()
	for ; t.checked < end; t.checked++ {
		q.visits.Passing(&from, t.checked)
		b := w.Win[t.checked-w.Base:]
		at, a = t.checked, match.No
		switch {
		case q.mayStop(b[0]), q.cfg.Stop != nil && at > t.from && w.Win[at-1-w.Base] == '\n':
			a = q.cfg.Stop(b, w.Final)
		case b[0] == '=' && len(q.object.stack) == 0:
			at, a = q.swallowed(w.Slice(t.from, at), b[1:], w.Final)
		case b[0] == ':' && len(q.object.stack) > 0 && memberBefore(q.visits, w.Slice(t.from, at)):
			q.lost.certain = true
		}
		if a != match.No {
			return at, a
		}
		switch b[0] {
		case '(', '[', '{':
			t.depth++
		case ')', ']', '}':
			t.depth--
		}
	}
	return end, match.No
}

// swallowed reports whether an argument begins in the string: a comma and a key
// are before a '=', and a quote is behind it. If the tool's schema knows the key,
// the string ended before the comma, at offset at. If there is no schema, it may have.
func (q *quoting) swallowed(before, b []byte, final bool) (at int, a match.Answer) {
	key := match.TrimSpaceRight(before[max(0, len(before)-maxAhead):])
	n := len(key)
	for n > 0 && isKeyByte(key[n-1]) {
		n--
	}
	left := match.TrimSpaceRight(key[:n])
	if key = key[n:]; len(key) == 0 || len(left) == 0 || left[len(left)-1] != ',' {
		return 0, match.No
	}
	i := 0
	for i < len(b) && i < maxKey && isSpace(b[i]) {
		i++
	}
	switch a := stringBegins(b[i:]); {
	case a == match.More:
		return 0, match.End(final)
	case a == match.No:
		return 0, match.No
	case q.object.properties == nil:
		q.lost.certain = true
		return 0, match.No
	case !q.object.properties.Names(key) || q.object.keys.has(q.object.out, key):
		return 0, match.No
	}
	return q.text.from + q.visits.LastIndexByte(before[:len(before)-1], ','), 1
}

// memberBefore reports whether a comma and a key in quotes end b. Then a value of the
// dict may be behind them.
func memberBefore(v *visit.Count, b []byte) bool {
	b = match.TrimSpaceRight(b[max(0, len(b)-maxKey):])
	if len(b) == 0 || b[len(b)-1] != '"' && b[len(b)-1] != '\'' {
		return false
	}
	quote := b[len(b)-1]
	b = b[:len(b)-1]
	b = match.TrimSpaceRight(b[:max(0, v.LastIndexByte(b, quote))])
	return len(b) > 0 && b[len(b)-1] == ','
}

// callsFollow reports whether b, from the closers of a call on, may be nothing but calls, up to a
// marker.
func (q *quoting) callsFollow(b []byte, final bool) match.Answer {
	comment := false
	for i, c := range b[:min(len(b), maxAhead)] {
		q.visits.Add(1)
		if comment && c != q.text.quote {
			comment = c != '\n'
			continue
		}
		if q.mayStop(c) {
			if a := q.cfg.Stop(b[i:], final); a != match.No {
				return a
			}
		}
		switch {
		case c == '#':
			comment = true
		case !mayFollow(c):
			return opensCall(q.visits, b[i:], final)
		}
	}
	return decided(final || len(b) >= maxAhead)
}

// mayFollow reports whether c may be between calls, or around them.
func mayFollow(c byte) bool { return isSpace(c) || strings.IndexByte(")],;[", c) >= 0 }

// mayStop reports whether a marker may begin with c.
func (q *quoting) mayStop(c byte) bool { return q.cfg.Firsts != nil && q.cfg.Firsts[c] }

// opensCall reports whether b begins with a call that has keyword arguments, a dict, or
// no arguments.
func opensCall(v *visit.Count, b []byte, final bool) match.Answer {
	a := beginsCall(v, b, final)
	if !a.Yes() {
		return a
	}
	b = v.TrimLeft(b[a:], space)
	switch {
	case len(b) == 0:
		return match.End(final)
	case b[0] == ')' || b[0] == '{':
		return 1
	}
	return startsArgument(v, b, final)
}

// Begins reports whether b, all the text behind a call's opening parenthesis, begins with
// a keyword argument, or with the closing parenthesis.
func Begins(v *visit.Count, b []byte) bool {
	b = v.TrimLeft(b[:min(len(b), maxAhead)], space)
	return len(b) > 0 && (b[0] == ')' || startsArgument(v, b, true).Yes())
}

// beginsCall matches a name and an opening parenthesis.
func beginsCall(v *visit.Count, b []byte, final bool) match.Answer {
	n := keyLength(v, b[:min(len(b), maxAhead)])
	switch {
	case n == len(b):
		return match.End(final)
	case n > 0 && b[n] == '(':
		return match.Answer(n + 1)
	}
	return match.No
}

// endsAgain reports whether another quote behind the one that b begins with, at offset pos,
// would end the call, too. A quote that opens a string behind it doesn't.
func (q *quoting) endsAgain(b []byte, pos int, final bool) match.Answer {
	next := q.visits.TrimLeft(b[1:min(len(b), maxAhead)], space)
	if q.cfg.Whole || len(q.object.stack) > 0 || len(next) > 0 && next[0] != ')' && next[0] != ']' {
		return match.No
	}
	g := &q.again
	if g.from != pos {
		*g = again{from: pos, to: 1}
	}
	defer q.visits.Passed(g.to, &g.to)
	for ; g.to < min(len(b), maxAhead); g.to++ {
		switch c := b[g.to]; {
		case g.escaped:
			g.escaped = false
		case c == '\\':
			g.escaped = true
		case q.mayStop(c):
			if a := q.cfg.Stop(b[g.to:], final); a != match.No {
				return min(a, match.No)
			}
		case c == q.text.quote:
			if !g.odd {
				a := q.closesCall(b[g.to+1:min(len(b), maxAhead)], final || len(b) >= maxAhead)
				if a != match.No {
					return a
				}
			}
			g.odd = !g.odd
		}
	}
	return match.End(final || len(b) >= maxAhead)
}

// again is how far the text behind the quote at offset from was looked at.
type again struct {
	from, to int  // to is counted from the quote
	odd      bool // an odd number of quotes was passed
	escaped  bool
}

// closesCall reports whether the closers of the call and of its list begin b.
func (q *quoting) closesCall(b []byte, final bool) match.Answer {
	b = q.visits.TrimLeft(b, space)
	switch {
	case len(b) == 0:
		return match.End(final)
	case b[0] != ')':
		return match.No
	case !q.cfg.Listed:
		return 1
	}
	b = q.visits.TrimLeft(b[1:], space)
	if len(b) == 0 {
		return match.End(final)
	}
	return match.If(b[0] == ']')
}

// closesLine reports whether nothing but the closers of the call and of its list are
// before the end of the line that b begins with.
func (q *quoting) closesLine(b []byte, final bool) match.Answer {
	if len(b) > maxAhead {
		b, final = b[:maxAhead], true
	}
	open := 1
	if q.cfg.Listed {
		open = 2
	}
	for _, c := range b {
		switch {
		case c == '\n' && open == 0:
			return 1
		case c != '\n' && isSpace(c):
		case c == ')' && open > 0, c == ']' && open == 1 && q.cfg.Listed:
			open--
		default:
			return match.No
		}
	}
	return match.End(final)
}

// overCall reports whether the string s closes more brackets than it opens, and then
// begins another call. Then it may be two calls.
func overCall(v *visit.Count, s []byte) bool {
	counted := 0
	defer func() { v.Add(len(s) - counted) }()
	depth := 0
	for i, c := range s {
		v.Passing(&counted, i)
		switch c {
		case '(', '[', '{':
			if depth < 0 && c == '(' {
				from := i
				for from > 0 && isKeyByte(s[from-1]) {
					from--
				}
				v.Add(i - from)
				if opensCall(v, s[from:], true).Yes() {
					return true
				}
			}
			depth++
		case ')', ']', '}':
			depth--
		}
	}
	return false
}
