package jsonscan

import (
	"strconv"
	"unicode"

	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// escape handles a backslash. It returns the length of the escape, -1 if it needs more bytes to
// decide, 0 if the backslash isn't allowed.
func (q *quoted) escape(b []byte, at int, final bool, notes *Notes) int {
	q.escaped = true
	if q.raw || q.end == at+1 { // before a forced end, the backslash doesn't escape the closing quote
		notes.insert(repair.InvalidEscape, at, insBackslash)
		return 1
	}
	switch {
	case q.simpleEscape(b):
		return 2
	case len(b) < 2:
		return -1
	}
	switch b[1] {
	case 'b', 'f', 'r':
		return q.rareEscape(b, at, final, notes)
	case 'u':
		for i := 2; i < 6; i++ {
			if i == len(b) {
				return -1
			}
			if !isHex(b[i]) {
				return q.unknownEscape(at, notes)
			}
		}
		return 6
	}
	if q.quote == single {
		return q.pythonEscape(b, at, final, notes)
	}
	return q.unknownEscape(at, notes)
}

// unknownEscape keeps the backslash of an escape that JSON doesn't know.
func (q *quoted) unknownEscape(at int, notes *Notes) int {
	if !notes.insert(repair.InvalidEscape, at, insBackslash) {
		return 0
	}
	q.unknown = true
	return 1
}

// rareEscape handles an escape that JSON knows but text seldom needs. Behind
// an unknown escape it is another backslash that should have been doubled, as in
// C:\Users\bin. Then \r is a carriage return only before \n.
func (q *quoted) rareEscape(b []byte, at int, final bool, notes *Notes) int {
	if q.quote == double && q.unknown {
		if b[1] == 'r' && len(b) < 4 && !final {
			return -1
		}
		if b[1] != 'r' || len(b) < 4 || b[2] != '\\' || b[3] != 'n' {
			return q.unknownEscape(at, notes)
		}
	}
	q.known = true
	return 2
}

// pythonEscape rewrites an escape that Python knows and JSON doesn't, in a string between quotes that
// only a repair allows.
func (q *quoted) pythonEscape(b []byte, at int, final bool, notes *Notes) int {
	switch b[1] {
	case '\'':
		notes.edit(at, 1, insNone)
		return 2
	case '\n':
		notes.replace(repair.InvalidEscape, at, 2, insNone)
		return 2
	case 'U':
		return q.unknownEscape(at, notes)
	}
	r, n := PythonEscape(b, final)
	switch {
	case n < 0:
		return -1
	case n == 0:
		return q.unknownEscape(at, notes)
	}
	notes.replace(repair.InvalidEscape, at, n, codeUnit(int(r)))
	return n
}

// PythonEscape is the character that an escape of Python at the start of b stands for, if JSON doesn't
// know the escape or writes it with \u, and the escape's length. The length is 0 if b begins with no
// such escape, -1 if it takes more bytes to decide.
func PythonEscape(b []byte, final bool) (r rune, n int) {
	switch c := b[1]; {
	case c == 'a':
		return '\a', 2
	case c == 'v':
		return '\v', 2
	case c == 'x':
		n = 4
	case c == 'u':
		n = 6
	case c == 'U':
		n = 10
	case '0' <= c && c <= '7':
		for n = 1; n < len(b) && n < 4 && '0' <= b[n] && b[n] <= '7'; n++ {
			r = r<<3 | rune(b[n]-'0')
		}
		if n == len(b) && n < 4 && !final {
			return 0, -1
		}
		return r, n
	}
	for i := 2; i < n; i++ {
		switch {
		case i == len(b) && !final:
			return 0, -1
		case i == len(b) || !isHex(b[i]):
			return 0, 0
		}
	}
	if n == 0 {
		return 0, 0
	}
	v, err := strconv.ParseUint(string(b[2:n]), 16, 32)
	if err != nil || v > unicode.MaxRune {
		return 0, 0
	}
	return rune(v), n
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// simpleEscape reports whether the backslash that b begins with, in a string between
// '"', begins a simple escape, and notes it. Most escapes are simple: they are read the same even
// behind an unknown escape, and have no digits.
func (q *quoted) simpleEscape(b []byte) bool {
	if len(b) < 2 {
		return false
	}
	switch b[1] {
	case '\\', '/', 'n', 't':
		q.known = true
	case '"':
	default:
		return false
	}
	q.escaped = true
	return true
}
