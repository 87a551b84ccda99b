package match

import (
	"unicode"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// IsSpace reports whether c is white space between tokens: JSON's.
func IsSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// IsWideSpace is IsSpace for white space however it is written: Unicode's, and U+FEFF.
func IsWideSpace(r rune) bool { return unicode.IsSpace(r) || r == '\uFEFF' }

// TrimWideSpace is b without the white space around it, however that is written. Mostly there is none.
func TrimWideSpace(v *visit.Count, b []byte) []byte {
	if n := len(b); n > 0 && isGraphic(b[0]) && isGraphic(b[n-1]) {
		return b
	}
	return v.TrimFunc(b, IsWideSpace)
}

// isGraphic reports whether c is an ASCII character that can be seen.
func isGraphic(c byte) bool { return '!' <= c && c <= '~' }

// WideSpace is the length of the white space that begins b, if it is no JSON's.
func WideSpace(b []byte, final bool) Answer {
	if !utf8.FullRune(b) && !final {
		return More
	}
	r, n := utf8.DecodeRune(b)
	if !IsWideSpace(r) {
		return No
	}
	return Answer(n)
}

// WideSpaceLen is the length of the white space at the start of b, however it is written;
// more: it may go on with a code point that isn't whole.
func WideSpaceLen(b []byte, final bool) (n int, more bool) {
	for n < len(b) {
		if c := b[n]; c < utf8.RuneSelf {
			if c != ' ' && (c < '\t' || c > '\r') {
				return n, false
			}
			n++
			continue
		}
		a := WideSpace(b[n:], final)
		if a <= No {
			return n, a == More
		}
		n += int(a)
	}
	return n, false
}

// SpaceLen is the length of the white space at the start of b.
func SpaceLen(b []byte) int { return SpaceEnd(b, 0) }

// SpaceEnd is where the white space at index i of b ends.
func SpaceEnd(b []byte, i int) int {
	for i < len(b) && b[i] <= ' ' && IsSpace(b[i]) {
		i++
	}
	return i
}

// TrimSpaceRight is b without the white space at its end. The trimming functions of
// package bytes make a set of the bytes at every call.
func TrimSpaceRight(b []byte) []byte {
	for len(b) > 0 && IsSpace(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}
