package pythonargs

import (
	"bytes"
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// ends reports whether the quote that b begins with ends the string.
func (q *quoting) ends(b []byte, final bool) match.Answer {
	rest := b[1:]
	i, more := match.WideSpaceLen(rest, final)
	q.visits.Add(i)
	if more {
		return match.More
	} else if i == len(rest) {
		return decided(final || i > maxAhead)
	}
	newline := q.visits.IndexByte(rest[:i], '\n') >= 0
	spaced, rest := i > 0, rest[i:]
	switch c := rest[0]; {
	case len(q.object.stack) > 0:
		if q.endsElement(c) {
			return 1
		}
	case c == ')':
		return q.endsCall(rest[1:], final)
	case c == ',':
		return q.endsBeforeComma(rest[1:], final)
	case c == ']':
		if q.cfg.Listed {
			return q.closerFits(rest, final)
		}
	case spaced:
		if a := startsArgument(q.visits, rest, final); a != match.No {
			return a
		}
	}
	if q.cfg.Stop != nil && q.mayStop(rest[0]) {
		if a := q.cfg.Stop(rest, final); a != match.No {
			return a
		}
	}
	switch {
	case q.text.inner:
		return match.No // a quote before it wasn't escaped
	case newline && rest[0] == '{':
		return 1 // the call isn't closed, and another one begins
	case newline:
		if a := beginsCall(q.visits, rest, final); a != match.No {
			return a
		}
	case !spaced && rest[0] == q.text.quote:
		if a := match.Text(string([]byte{rest[0], rest[0]}), rest, final); a != match.No {
			return min(a, match.No) // three quotes: code that is quoted in code
		}
		if a := q.endsDoubled(rest, final); a != match.No {
			return min(a, match.No)
		}
	}
	return endsBeforeCode(rest, spaced, final)
}

// endsDoubled reports whether the quote that b begins with, directly behind another one
// of its kind, ends the string, because a delimiter follows it. Otherwise it may begin a string.
func (q *quoting) endsDoubled(b []byte, final bool) match.Answer {
	i, more := match.WideSpaceLen(b[1:], final)
	q.visits.Add(i)
	switch i++; {
	case more || i == len(b) && !final && i <= maxAhead:
		return match.More
	case i == len(b):
		return match.No
	case len(q.object.stack) > 0:
		return match.If(q.endsElement(b[i]))
	case b[i] == ')':
		return q.endsCall(b[i+1:], final)
	case b[i] == ',':
		return q.endsBeforeComma(b[i+1:], final)
	}
	return match.If(b[i] == ']' && q.cfg.Listed)
}

// endsElement reports whether c may follow the string in its container.
func (q *quoting) endsElement(c byte) bool {
	top := q.object.top()
	switch c {
	case ',':
		return true
	case ':':
		return top.open == '{' && !top.value
	case ']', ')', '}':
		return top.closes(c) || !q.text.inner
	}
	return false
}

// endsCall reports whether the parenthesis before b closes the call. The next byte, ignoring white
// space, must not be another quote of the string's kind. If a quote in the string wasn't escaped,
// it must be a byte that may follow a call.
func (q *quoting) endsCall(b []byte, final bool) match.Answer {
	for i, c := range b {
		q.visits.Add(1)
		switch {
		case c == q.text.quote:
			return match.No
		case isSpace(c) && i <= maxAhead && (c != '\n' || q.cfg.Listed):
		case q.text.inner && strings.IndexByte(",;)]#<\n", c) < 0:
			return match.No
		default:
			return q.closerFits(b[i:], final)
		}
	}
	return decided(final)
}

// closerFits reports whether b may follow the call, or its list, if a quote in one of its strings
// wasn't escaped.
func (q *quoting) closerFits(b []byte, final bool) match.Answer {
	if !q.cfg.Whole || !q.text.inner && !q.lost.any {
		return 1
	}
	return q.callsFollow(b, final)
}

// endsBeforeComma reports whether the comma before b is one between arguments: a key, or
// the end of the call, must follow it.
func (q *quoting) endsBeforeComma(b []byte, final bool) match.Answer {
	i, more := match.WideSpaceLen(b, final)
	q.visits.Add(i)
	if more {
		return match.More
	} else if i == len(b) {
		return decided(final || i > maxAhead)
	}
	b = b[i:]
	if b[0] == ')' || b[0] == '#' && !q.text.inner || b[0] == ']' && q.cfg.Listed {
		return 1
	}
	a := startsArgument(q.visits, b, final)
	if a == match.No {
		a = q.damagedKey(b, final)
	}
	if a != match.No || q.text.inner {
		return a
	}
	// A positional argument, or a member of a dict, ends the string, too. Text doesn't.
	n := keyLength(q.visits, b[:min(len(b), maxAhead)])
	switch {
	case n == 0:
		return match.If(strings.IndexByte("'\"[{(*+=", b[0]) >= 0)
	case n < len(b) && b[n] == ':':
		return q.memberFollows(b[:n], b[n+1:], final)
	case n < len(b):
		return match.If(strings.IndexByte(",)(.[", b[n]) >= 0)
	}
	return decided(final)
}

// damagedKey reports whether b begins with a key of the tool that the call doesn't have yet, and a string, without the
// '=' between them or with two. If the tool's keys aren't known, that makes the end of the string doubtful.
func (q *quoting) damagedKey(b []byte, final bool) match.Answer {
	b = b[:min(len(b), maxAhead)]
	n := keyLength(q.visits, b)
	if n == 0 || n == len(b) {
		return match.No
	}
	i := n
	for i < len(b) && (isSpace(b[i]) || b[i] == '=') {
		i++
	}
	q.visits.Add(i - n)
	switch {
	case i == len(b) && len(b) < maxAhead:
		return match.End(final)
	case i == len(b) || b[i] != '\'' && b[i] != '"':
		return match.No
	case q.object.properties.Names(b[:n]) && !q.object.keys.has(q.object.out, b[:n]):
		return 1
	}
	q.lost.certain = q.lost.certain || q.object.properties == nil || b[n] == '='
	return match.No
}

// memberFollows reports whether the key is the tool's, or its value is a string, an array or an
// object. b is the text behind the key's colon.
func (q *quoting) memberFollows(key, b []byte, final bool) match.Answer {
	if q.object.properties.Names(key) && !q.object.keys.has(q.object.out, key) {
		return 1
	}
	value := q.visits.TrimLeft(b[:min(len(b), maxAhead)], space)
	if len(value) == 0 {
		return decided(final || len(b) >= maxAhead)
	}
	return match.If(strings.IndexByte("'\"[{(", value[0]) >= 0)
}

// operators follow a string in an expression, with white space before them or without.
// spacedOperators do only with white space before them.
const (
	operators       = "+*%[(<>=!;"
	spacedOperators = "-/|&^@~"
)

var keywords = [...]string{"if", "for", "in", "is", "or", "and", "not", "else"}

// endsBeforeCode reports whether code follows the first quote that may end the
// string, or another string that is joined to it.
func endsBeforeCode(rest []byte, spaced, final bool) match.Answer {
	c := rest[0]
	switch {
	case c == '#' || strings.IndexByte(operators, c) >= 0:
		return 1
	case strings.IndexByte(spacedOperators, c) >= 0:
		return match.If(spaced)
	case c == '.':
		if len(rest) < 2 {
			return decided(final)
		}
		return match.If('a' <= rest[1]|0x20 && rest[1]|0x20 <= 'z')
	}
	switch a := stringBegins(rest); a {
	case match.No:
	case match.More:
		return decided(final)
	default:
		return a
	}
	return beforeKeyword(rest, spaced, final)
}

func beforeKeyword(rest []byte, spaced, final bool) match.Answer {
	if !spaced {
		return match.No
	}
	for _, word := range keywords {
		switch n := min(len(rest), len(word)+1); {
		case n <= len(word) && string(rest) == word[:n]:
			return decided(final)
		case n > len(word) && string(rest[:len(word)]) == word && isSpace(rest[len(word)]):
			return 1
		}
	}
	return match.No
}

// quoting decides whether a quote ends the string, or the string lost its quote.
// See docs/models/formats, "Quotes in Python strings".
type quoting struct {
	cfg    *Config
	object *Object // the arguments before the string
	visits *work.Counter
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

// swallowed reports whether an argument begins in the string: a comma, or a quote and another sign, and a key are
// before a '=', and a quote is behind it. If the tool's schema knows the key, the string ended before the sign, at
// offset at. If there is no schema, it may have.
func (q *quoting) swallowed(before, b []byte, final bool) (at int, a match.Answer) {
	key := match.TrimSpaceRight(before[max(0, len(before)-maxAhead):])
	n := len(key)
	for n > 0 && isKeyByte(key[n-1]) {
		n--
	}
	left := match.TrimSpaceRight(key[:n])
	if key = key[n:]; len(key) == 0 || len(left) == 0 || left[len(left)-1] != ',' && !q.endsBeforeSign(left) {
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
	case !q.object.properties.Names(key) || q.object.keys.has(q.object.out, key):
		// Models invent keys, and write a key twice. In brackets that the string opened, it is the string's text.
		q.lost.certain = q.lost.certain || q.object.properties == nil || q.text.depth <= 0
		return 0, match.No
	}
	return q.text.from + max(0, len(before)-maxAhead) + len(left) - 1, 1
}

// endsBeforeSign reports whether b ends with a quote of the string's kind and another sign than a comma, or "and".
func (q *quoting) endsBeforeSign(b []byte) bool {
	b = q.visits.TrimRight(bytes.TrimSuffix(b, []byte("and")), "|.;& ")
	return len(b) > 0 && b[len(b)-1] == q.text.quote
}

// memberBefore reports whether a comma and a key in quotes end b. Then a value of the
// dict may be behind them.
func memberBefore(v *work.Counter, b []byte) bool {
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
func opensCall(v *work.Counter, b []byte, final bool) match.Answer {
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
func Begins(v *work.Counter, b []byte) bool {
	b = v.TrimLeft(b[:min(len(b), maxAhead)], space)
	return len(b) > 0 && (b[0] == ')' || startsArgument(v, b, true).Yes())
}

// StartsArgument reports whether b begins with a keyword and its '='.
func StartsArgument(v *work.Counter, b []byte, final bool) match.Answer {
	a := startsArgument(v, b, false)
	if a == match.More && final {
		return match.No // there is no '='
	}
	return a
}

// beginsCall matches a name and an opening parenthesis.
func beginsCall(v *work.Counter, b []byte, final bool) match.Answer {
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
func overCall(v *work.Counter, s []byte) bool {
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
