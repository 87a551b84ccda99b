package jsonscan

import (
	"encoding/binary"
	"math/bits"

	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// maxWhole bounds the bytes that Whole looks at, so that few bytes are read again if it returns 0.
const maxWhole = 1 << 10

// maxWholeDepth is how many open brackets Whole remembers, one bit each.
const maxWholeDepth = 64

// CloseAt passes over the rest of the container that was opened last. Whole has found its closer,
// which is at offset at. Next would get there in smaller steps, without a repair.
func (s *Scanner) CloseAt(at int) Token {
	s.at.pos = at
	return s.close()
}

// Whole is the length n of the object or array that b begins with, if that is complete, short,
// at most depth deep, and as plain as most are: keys without escapes, strings without rare escapes,
// numbers and literals. Otherwise n is 0. If words, the keys must have only bytes of words.
// last is the index of the last string that is a value, or -1.
func Whole(v *work.Counter, b []byte, depth int, words bool) (n, last int) {
	n, last, at := whole(b, depth, words)
	v.Add(at)
	return n, last
}

// whole is Whole. It also returns how far it looked.
func whole(b []byte, depth int, words bool) (n, last, at int) {
	const closers = "]}"
	b, depth = b[:min(len(b), maxWhole)], min(depth, maxWholeDepth)
	if last = -1; len(b) == 0 || b[0] != '{' && b[0] != '[' {
		return 0, -1, 0
	}
	i := 0
	outer, keys := 0, [manyOuter]uint16{} // where the keys of the outermost object begin
	open, objects := 0, uint64(0)         // bit 0: the innermost container is an object
	key := false                          // one is due, in an object
	for i < len(b) {
		c := b[i]
		if c <= ' ' && match.IsSpace(c) {
			i++
			continue
		}
		if key {
			if c != '"' {
				return 0, -1, i
			}
			start := i + 1
			if i = plainEnd(b, start); i+1 >= len(b) || b[i] != '"' || b[i+1] != ':' || words && !isWords(b[start:i]) {
				return 0, -1, i
			}
			if open == 1 {
				if outer == manyOuter {
					return 0, -1, i
				}
				for _, k := range keys[:outer] {
					// A key that begins and ends alike is the same, if what is between is.
					if other := b[k:]; other[0] == b[start] && other[i-start] == '"' && string(other[:i-start]) == string(b[start:i]) {
						return 0, -1, i
					}
				}
				keys[outer] = uint16(start)
				outer++
			}
			key = false
			i += len(`":`)
			continue
		}
		// A value is due.
		switch c {
		case '"':
			last = i
			if i = plainEnd(b, i+1); i == len(b) {
				return 0, -1, i
			}
			if b[i] == '"' {
				i++
				break
			}
			if n = WholeString(b[last:]); n == 0 {
				return 0, -1, i
			}
			i = last + n
		case '{', '[':
			if open++; open > depth {
				return 0, -1, i
			}
			objects <<= 1
			if c == '{' {
				objects |= 1
			}
			if i = match.SpaceEnd(b, i+1); i < len(b) && b[i] == closers[objects&1] {
				break
			}
			key = c == '{'
			continue
		default:
			if n = wholeWord(b[i:]); n == 0 {
				return 0, -1, i
			}
			i += n
		}
		// Closers and a comma are due.
		for ; ; i++ {
			if i == len(b) {
				return 0, -1, i
			}
			if c = b[i]; c == ',' {
				break
			}
			if c == closers[objects&1] {
				if open--; open == 0 {
					return i + 1, last, i + 1
				}
				objects >>= 1
			} else if !match.IsSpace(c) {
				return 0, -1, i
			}
		}
		i++
		key = objects&1 != 0
	}
	return 0, -1, i
}

// manyOuter is how many keys of the outermost object Whole compares.
const manyOuter = 16

// plainEnd is the index of the first byte from index i on, in a string, that doesn't stand for itself.
func plainEnd(b []byte, i int) int {
	switch over := i + 8 - len(b); {
	case over <= 0: // most are that short
		if special := specials(binary.LittleEndian.Uint64(b[i:])); special != 0 {
			return i + bits.TrailingZeros64(special)/8
		}
	case len(b) >= 8:
		rest := binary.LittleEndian.Uint64(b[len(b)-8:]) >> (8 * uint(over)) // and zeros, which are special
		return i + bits.TrailingZeros64(specials(rest))/8
	}
	return i + PlainLen(b[i:])
}

// isWords reports whether b has only bytes of words.
func isWords(b []byte) bool {
	for _, c := range b {
		if !wordByte[c] {
			return false
		}
	}
	return len(b) > 0
}

// WholeKey is the length of the plain key that b begins with, including its colon, or 0.
func WholeKey(b []byte) int {
	if len(b) == 0 || b[0] != '"' {
		return 0
	}
	n := plainEnd(b, 1)
	if n+1 >= len(b) || b[n] != '"' || b[n+1] != ':' || !isWords(b[1:n]) {
		return 0
	}
	return n + 2
}

// KeyGoesOn reports whether b, which begins with a quote, may be the beginning of a plain key and its colon.
func KeyGoesOn(b []byte) bool {
	n := plainEnd(b, 1)
	return isWords(b[1:n]) && (n == len(b) || n+1 == len(b) && b[n] == '"') || len(b) == 1
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
		n = Digits(b)
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
		if !IsNumber(word) {
			return 0
		}
	}
	return n
}

// For eight bytes at a time: each constant has the same byte in all eight lanes.
const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// PlainLen is the number of bytes that b begins with and that stand for themselves in a
// string between '"': no quote, no backslash, no control character.
func PlainLen(b []byte) int {
	n := 0
	for ; n+8 <= len(b); n += 8 {
		if special := specials(binary.LittleEndian.Uint64(b[n:])); special != 0 {
			return n + bits.TrailingZeros64(special)/8
		}
	}
	for n < len(b) && !jsonSpecial[b[n]] {
		n++
	}
	return n
}

// Nests is by how much a byte outside of strings changes the depth: 1 for the opener of an object or
// array, -1 for a closer. In NestsCode, parentheses count, too.
var (
	Nests     = [256]int8{'{': 1, '[': 1, '}': -1, ']': -1}
	NestsCode = [256]int8{'(': 1, '{': 1, '[': 1, ')': -1, '}': -1, ']': -1}
)

// AllPlain reports whether eight bytes stand for themselves in such a string.
func AllPlain(x uint64) bool { return specials(x) == 0 }

// specials has the high bit set in the lane of the first of eight bytes that doesn't stand for
// itself. The lowest lane is the first byte. A subtraction sets the high bit of a lane that it
// makes negative. What it borrows from higher lanes can only mislead behind that first byte.
func specials(x uint64) uint64 {
	quote, backslash := x^'"'*ones, x^'\\'*ones
	return ((x-' '*ones)&^x | (quote-ones)&^quote | (backslash-ones)&^backslash) & highs
}

// jsonSpecial are the bytes that PlainLen looks for.
var jsonSpecial = func() (t [256]bool) {
	for c := range ' ' {
		t[c] = true
	}
	t['"'], t['\\'] = true, true
	return t
}()
