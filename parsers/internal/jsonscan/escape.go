package jsonscan

import (
	"strconv"

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

// pythonEscape rewrites an escape that Python knows and JSON doesn't.
func (q *quoted) pythonEscape(b []byte, at int, final bool, notes *Notes) int {
	c := b[1]
	switch {
	case c == '\'':
		notes.edit(at, 1, insNone)
		return 2
	case c == '\n':
		return rewrite(at, 2, insNone, notes)
	case c == 'a':
		return rewrite(at, 2, codeUnit(7), notes)
	case c == 'v':
		return rewrite(at, 2, codeUnit(11), notes)
	case c == 'x':
		if len(b) < 4 && !final {
			return -1
		}
		if v, err := strconv.ParseUint(string(b[2:min(len(b), 4)]), 16, 8); err == nil && len(b) >= 4 {
			return rewrite(at, 4, codeUnit(int(v)), notes)
		}
	case '0' <= c && c <= '7':
		return octalEscape(b, at, final, notes)
	}
	return q.unknownEscape(at, notes)
}

func octalEscape(b []byte, at int, final bool, notes *Notes) int {
	v, i := 0, 1
	for i < len(b) && i < 4 && '0' <= b[i] && b[i] <= '7' {
		v = v<<3 | int(b[i]-'0')
		i++
	}
	if i == len(b) && i < 4 && !final {
		return -1
	}
	return rewrite(at, i, codeUnit(v), notes)
}

// rewrite replaces an escape of n bytes, in a string between quotes that only a repair allows.
func rewrite(at, n int, ins insertion, notes *Notes) int {
	notes.replace(repair.InvalidEscape, at, n, ins)
	return n
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
