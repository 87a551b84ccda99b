package jsonscan

import "github.com/toolparser/toolparser/parsers/internal/repair"

// escape handles a backslash. It returns the length of the escape, -1 if it needs more bytes to
// decide, 0 if the backslash isn't allowed.
func (s *Scanner) escape(b []byte, final bool) int {
	s.escaped = true
	if s.raw {
		s.insert(repair.InvalidEscape, s.pos, insBackslash)
		return 1
	}
	if s.end == s.pos+1 {
		// A forced end: the backslash doesn't escape the closing quote.
		s.insert(repair.InvalidEscape, s.pos, insBackslash)
		return 1
	}
	if len(b) < 2 {
		return -1
	}
	switch b[1] {
	case '"':
		return 2
	case '\\', '/', 'n', 't':
		s.known = true
		return 2
	case 'b', 'f', 'r':
		return s.rareEscape(b, final)
	case 'u':
		for i := 2; i < 6; i++ {
			if i == len(b) {
				return -1
			}
			if !isHex(b[i]) {
				return s.unknownEscape()
			}
		}
		return 6
	}
	if s.quote == single || s.Tolerance&PythonEscapes != 0 {
		return s.pythonEscape(b, final)
	}
	return s.unknownEscape()
}

// unknownEscape keeps the backslash of an escape that JSON doesn't know.
func (s *Scanner) unknownEscape() int {
	if !s.insert(repair.InvalidEscape, s.pos, insBackslash) {
		return 0
	}
	s.unknown = true
	return 1
}

// rareEscape handles an escape that JSON knows but text seldom needs. Behind
// an unknown escape it is another backslash that should have been doubled, as in
// C:\Users\bin. Then \r is a carriage return only before \n.
func (s *Scanner) rareEscape(b []byte, final bool) int {
	if s.quote == double && s.unknown {
		if b[1] == 'r' && len(b) < 4 && !final {
			return -1
		}
		if b[1] != 'r' || len(b) < 4 || b[2] != '\\' || b[3] != 'n' {
			return s.unknownEscape()
		}
	}
	s.known = true
	return 2
}

// pythonEscape rewrites an escape that Python knows and JSON doesn't.
func (s *Scanner) pythonEscape(b []byte, final bool) int {
	c := b[1]
	switch {
	case c == '\'':
		s.edit(s.pos, 1, insNone)
		return 2
	case c == '\n':
		return s.rewrite(2, insNone)
	case c == 'a':
		return s.rewrite(2, codeUnit(7))
	case c == 'v':
		return s.rewrite(2, codeUnit(11))
	case c == 'x':
		if len(b) < 4 && !final {
			return -1
		}
		if len(b) >= 4 && isHex(b[2]) && isHex(b[3]) {
			return s.rewrite(4, codeUnit(unhex(b[2])<<4|unhex(b[3])))
		}
	case '0' <= c && c <= '7':
		return s.octalEscape(b, final)
	}
	return s.unknownEscape()
}

func (s *Scanner) octalEscape(b []byte, final bool) int {
	v, i := 0, 1
	for i < len(b) && i < 4 && '0' <= b[i] && b[i] <= '7' {
		v = v<<3 | int(b[i]-'0')
		i++
	}
	if i == len(b) && i < 4 && !final {
		return -1
	}
	return s.rewrite(i, codeUnit(v))
}

// rewrite replaces the next n bytes. It returns n, or 0 if repairs aren't allowed.
func (s *Scanner) rewrite(n int, ins insertion) int {
	if !s.replace(repair.InvalidEscape, s.pos, n, ins) {
		return 0
	}
	return n
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

func unhex(c byte) int {
	if c <= '9' {
		return int(c - '0')
	}
	return int(c|0x20-'a') + 10
}

// simpleEscape reports whether the backslash that b begins with, in a string between
// '"', begins a simple escape, and notes it. Most escapes are simple: they are read the same even
// behind an unknown escape, and have no digits.
func (s *Scanner) simpleEscape(b []byte) bool {
	if len(b) < 2 {
		return false
	}
	switch b[1] {
	case '\\', '/', 'n', 't':
		s.known = true
	case '"':
	default:
		return false
	}
	s.escaped = true
	return true
}
