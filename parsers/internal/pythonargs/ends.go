package pythonargs

import (
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/match"
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
	if a := startsArgument(q.visits, b, final); a != match.No || q.text.inner {
		return a
	}
	// A positional argument, or a member of a dict, ends the string, too. Text doesn't.
	n := keyLength(q.visits, b[:min(len(b), maxAhead)])
	switch {
	case n == 0:
		return match.If(strings.IndexByte("'\"[{(*+", b[0]) >= 0)
	case n < len(b) && b[n] == ':':
		return q.memberFollows(b[:n], b[n+1:], final)
	case n < len(b):
		return match.If(strings.IndexByte(",)(.[", b[n]) >= 0)
	}
	return decided(final)
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
