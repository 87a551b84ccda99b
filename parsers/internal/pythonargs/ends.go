package pythonargs

import (
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/match"
)

// ends tells whether the quote that b begins with ends the string.
func (r *Reader) ends(b []byte, final bool) match.Answer {
	rest := b[1:]
	i, more := match.WideSpaceLen(rest, final)
	r.visits.Add(i)
	if more {
		return match.More
	} else if i == len(rest) {
		return decided(final || i > maxAhead)
	}
	newline := r.visits.IndexByte(rest[:i], '\n') >= 0
	spaced, rest := i > 0, rest[i:]
	switch c := rest[0]; {
	case len(r.stack) > 0:
		if r.endsElement(c) {
			return 1
		}
	case c == ')':
		return r.endsCall(rest[1:], final)
	case c == ',':
		return r.endsBeforeComma(rest[1:], final)
	case c == ']':
		if r.cfg.Listed {
			return r.closerFits(rest, final)
		}
	case spaced:
		if a := startsArgument(r.visits, rest, final); a != match.No {
			return a
		}
	}
	if r.cfg.Stop != nil && r.mayStop(rest[0]) {
		if a := r.cfg.Stop(rest, final); a != match.No {
			return a
		}
	}
	switch {
	case r.text.inner:
		return match.No // a quote is astray already
	case newline && rest[0] == '{':
		return 1 // the call isn't closed, and another one begins
	case newline:
		if a := beginsCall(r.visits, rest, final); a != match.No {
			return a
		}
	case !spaced && rest[0] == r.text.quote:
		if a := match.Text(string([]byte{rest[0], rest[0]}), rest, final); a != match.No {
			return min(a, match.No) // three: code that is quoted in code
		}
		if a := r.endsDoubled(rest, final); a != match.No {
			return min(a, match.No)
		}
	}
	return r.endsBeforeCode(rest, spaced, final)
}

// endsDoubled tells whether the quote that b begins with, and that stands directly behind
// another one of its kind, ends the string, and begins none: a delimiter follows it.
func (r *Reader) endsDoubled(b []byte, final bool) match.Answer {
	i, more := match.WideSpaceLen(b[1:], final)
	r.visits.Add(i)
	switch i++; {
	case more || i == len(b) && !final && i <= maxAhead:
		return match.More
	case i == len(b):
		return match.No
	case len(r.stack) > 0:
		return yes(r.endsElement(b[i]))
	case b[i] == ')':
		return r.endsCall(b[i+1:], final)
	case b[i] == ',':
		return r.endsBeforeComma(b[i+1:], final)
	}
	return yes(b[i] == ']' && r.cfg.Listed)
}

// endsElement tells whether c may follow the string in its container.
func (r *Reader) endsElement(c byte) bool {
	top := r.top()
	switch c {
	case ',':
		return true
	case ':':
		return top.open == '{' && !top.value
	case ']', ')', '}':
		return top.closes(c) || !r.text.inner
	}
	return false
}

// endsCall tells whether the call's parenthesis, behind which b stands,
// follows the string: no other quote of its kind may follow that, and, if one
// is astray already, only what may follow a call.
func (r *Reader) endsCall(b []byte, final bool) match.Answer {
	for i, c := range b {
		r.visits.Add(1)
		switch {
		case c == r.text.quote:
			return match.No
		case isSpace(c) && i <= maxAhead && (c != '\n' || r.cfg.Listed):
		case r.text.inner && strings.IndexByte(",;)]#<\n", c) < 0:
			return match.No
		default:
			return r.closerFits(b[i:], final)
		}
	}
	return decided(final)
}

// closerFits tells whether b may follow the call, or its list, if a quote of
// it is astray.
func (r *Reader) closerFits(b []byte, final bool) match.Answer {
	if !r.cfg.Whole || !r.text.inner && !r.lost.any {
		return 1
	}
	return r.callsFollow(b, final)
}

// endsBeforeComma tells whether a comma between arguments, behind which b
// stands, follows the string: a key, or the end of the call, must follow that.
func (r *Reader) endsBeforeComma(b []byte, final bool) match.Answer {
	i, more := match.WideSpaceLen(b, final)
	r.visits.Add(i)
	if more {
		return match.More
	} else if i == len(b) {
		return decided(final || i > maxAhead)
	}
	b = b[i:]
	if b[0] == ')' || b[0] == '#' && !r.text.inner || b[0] == ']' && r.cfg.Listed {
		return 1
	}
	if a := startsArgument(r.visits, b, final); a != match.No || r.text.inner {
		return a
	}
	// What looks like a positional argument, or a dict's member, and no text.
	n := keyLength(r.visits, b[:min(len(b), maxAhead)])
	switch {
	case n == 0:
		return yes(strings.IndexByte("'\"[{(*+", b[0]) >= 0)
	case n < len(b) && b[n] == ':':
		return r.memberFollows(b[:n], b[n+1:], final)
	case n < len(b):
		return yes(strings.IndexByte(",)(.[", b[n]) >= 0)
	}
	return decided(final)
}

// memberFollows tells whether the key, behind whose colon b stands, is the
// tool's, or that of a string, an array or an object.
func (r *Reader) memberFollows(key, b []byte, final bool) match.Answer {
	if r.cfg.Properties.Names(key) && !r.keys.has(r.out, key) {
		return 1
	}
	value := r.visits.TrimLeft(b[:min(len(b), maxAhead)], space)
	if len(value) == 0 {
		return decided(final || len(b) >= maxAhead)
	}
	return yes(strings.IndexByte("'\"[{(", value[0]) >= 0)
}

// operators are what follows a string in an expression, written close or not;
// spacedOperators are only with white space around them.
const (
	operators       = "+*%[(<>=!;"
	spacedOperators = "-/|&^@~"
)

var keywords = [...]string{"if", "for", "in", "is", "or", "and", "not", "else"}

// endsBeforeCode tells whether what follows the first quote that may end the
// string is code, or a string that is joined to it.
func (r *Reader) endsBeforeCode(rest []byte, spaced, final bool) match.Answer {
	c := rest[0]
	switch {
	case c == '#' || strings.IndexByte(operators, c) >= 0:
		return 1
	case strings.IndexByte(spacedOperators, c) >= 0:
		return yes(spaced)
	case c == '.':
		if len(rest) < 2 {
			return decided(final)
		}
		return yes('a' <= rest[1]|0x20 && rest[1]|0x20 <= 'z')
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
