package parsers

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// isSpace is unicode.IsSpace of ASCII.
func isSpace(b byte) bool { return b == ' ' || b-'\t' < 5 }

// isWhite reports whether text, in whole code points, is nothing but white space.
func isWhite(text []byte) bool { return whitePrefix(text) == len(text) }

// whitePrefix is the length of the white space that text begins with.
func whitePrefix(text []byte) int {
	for i := 0; i < len(text); {
		if b := text[i]; b < utf8.RuneSelf {
			if !isSpace(b) {
				return i
			}
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if !unicode.IsSpace(r) {
			return i
		}
		i += size
	}
	return len(text)
}

// trimWhite is the length of text without the white space that it ends with.
func trimWhite(text []byte) int {
	for n := len(text); n > 0; {
		if b := text[n-1]; b < utf8.RuneSelf {
			if !isSpace(b) {
				return n
			}
			n--
			continue
		}
		r, size := utf8.DecodeLastRune(text[:n])
		if !unicode.IsSpace(r) {
			return n
		}
		n -= size
	}
	return 0
}

func hasNewline(text []byte) bool { return bytes.IndexByte(text, '\n') >= 0 }

// wholeRunes is the length of text without the code point that it ends inside of.
func wholeRunes(text []byte) int {
	n := len(text)
	if n == 0 || text[n-1] < utf8.RuneSelf {
		return n
	}
	for i := n - 1; i >= 0 && i > n-utf8.UTFMax; i-- {
		if utf8.RuneStart(text[i]) {
			if !utf8.FullRune(text[i:]) {
				return i
			}
			break
		}
	}
	return n
}
