package match

import (
	"unicode"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/internal/work"
)

// IsSpace reports whether c is JSON's white space.
func IsSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// IsLetter reports whether c is a letter of ASCII.
func IsLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// IsWideSpace reports whether r is white space in Unicode, or U+FEFF.
func IsWideSpace(r rune) bool { return unicode.IsSpace(r) || r == '\uFEFF' }

// TrimWideSpace is b without the white space around it, as IsWideSpace defines it. Mostly there is
// none.
func TrimWideSpace(v *work.Counter, b []byte) []byte {
	if n := len(b); n > 0 && isGraphic(b[0]) && isGraphic(b[n-1]) {
		return b
	}
	return v.TrimFunc(b, IsWideSpace)
}

// isGraphic reports whether c is an ASCII character that can be seen.
func isGraphic(c byte) bool { return '!' <= c && c <= '~' }

// WideSpace is the length of the one code point of white space that b begins with.
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

// WideSpaceLen is the length of the white space at the start of b, as IsWideSpace defines it.
// It returns more if the white space may go on with a code point whose end is missing.
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

// SpaceEnd is the index in b where the white space that begins at index i ends.
func SpaceEnd(b []byte, i int) int {
	for i < len(b) && b[i] <= ' ' && IsSpace(b[i]) {
		i++
	}
	return i
}

// TrimSpaceRight is b without the white space at its end. It is a loop because the trimming
// functions of package bytes make a set of the bytes at every call.
func TrimSpaceRight(b []byte) []byte {
	for len(b) > 0 && IsSpace(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}
