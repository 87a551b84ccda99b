package jsonscan

import "github.com/toolparser/toolparser/parsers/internal/match"

// maxWhole bounds what Whole looks at, so that little is read again where it sees nothing.
const maxWhole = 1 << 10

// maxWholeDepth is how many brackets Whole keeps: a bit for each.
const maxWholeDepth = 64

// CloseAt passes over all that is left of the container that was opened last, which Whole
// was told of: its closer stands at offset at. The scanner would get there by smaller steps,
// without a repair.
func (s *Scanner) CloseAt(at int) Token {
	s.pos = at
	return s.close()
}

// Room is how many containers may be opened in the one at hand.
func (s *Scanner) Room() int { return s.maxDepth - s.depth }

// Whole is the length of the object or array that b begins with, if it is all there, short,
// at most depth deep, and as plain as most are: keys made of what words are made of, strings
// without rare escapes, numbers and literals. Else 0. last is the index of the last string
// that is a value, or -1.
func Whole(b []byte, depth int) (n, last int) {
	b, depth = b[:min(len(b), maxWhole)], min(depth, maxWholeDepth)
	if last = -1; len(b) == 0 || b[0] != '{' && b[0] != '[' {
		return 0, -1
	}
	open, objects := 0, uint64(0) // bit 0: the innermost container is an object
	due := expectValue
	for i := 0; i < len(b); {
		c := b[i]
		if c <= ' ' && match.IsSpace(c) {
			i++
			continue
		}
		switch due {
		case expectNext:
			if c == ',' {
				due = expectElement
				if objects&1 != 0 {
					due = expectKey
				}
				i++
				continue
			}
		case expectFirstKey, expectKey:
			if c == '"' {
				if n = WholeKey(b[i:]); n == 0 {
					return 0, -1
				}
				i += n
				due = expectValue
				continue
			}
			if due == expectKey {
				return 0, -1
			}
		default:
			switch c {
			case '"':
				last = i
				n = WholeString(b[i:])
			case '{', '[':
				if open++; open > depth {
					return 0, -1
				}
				objects <<= 1
				due = expectFirstElement
				if c == '{' {
					objects |= 1
					due = expectFirstKey
				}
				i++
				continue
			case ']':
				n = 0
			default:
				n = wholeWord(b[i:])
			}
			if n > 0 {
				i += n
				due = expectNext
				continue
			}
			if due != expectFirstElement {
				return 0, -1
			}
		}
		if open == 0 || c != "]}"[objects&1] {
			return 0, -1
		}
		i++
		if open--; open == 0 {
			return i, last
		}
		objects >>= 1
		due = expectNext
	}
	return 0, -1
}

// WholeKey is the length of the plain key that b begins with, its colon included, or 0.
func WholeKey(b []byte) int {
	if len(b) == 0 || b[0] != '"' {
		return 0
	}
	n := 1
	for n < len(b) && wordByte[b[n]] {
		n++
	}
	if n == 1 || n+1 >= len(b) || b[n] != '"' || b[n+1] != ':' {
		return 0
	}
	return n + 2
}

// WholeString is the length of the plain string that b, which isn't empty, begins with at a
// quote, or 0.
func WholeString(b []byte) int {
	for n := 1; ; n += 2 {
		n += PlainLen(b[n:])
		if n+1 >= len(b) {
			return 0
		}
		if b[n] == '"' {
			return n + 1
		}
		if b[n] != '\\' {
			return 0
		}
		switch b[n+1] {
		case '"', '\\', '/', 'n', 't':
		default:
			return 0
		}
	}
}

// wholeWord is the length of the number or literal that b, which isn't empty, begins with, or 0.
func wholeWord(b []byte) int {
	n := 0
	if '1' <= b[0] && b[0] <= '9' {
		n = digits(b)
	}
	if n > 0 && n < len(b) && !wordByte[b[n]] {
		return n
	}
	for n < len(b) && wordByte[b[n]] {
		n++
	}
	if n == len(b) {
		return 0
	}
	switch word := b[:n]; string(word) {
	case "true", "false", "null":
	default:
		if !isNumber(word) {
			return 0
		}
	}
	return n
}
