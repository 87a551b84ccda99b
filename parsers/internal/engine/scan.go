package engine

import (
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// skip is the index of the first byte of b from i on that is in the table, and may
// mean something where the byte behind it stands.
func (t *triggers) skip(b []byte, i int, table *[256]bool) int {
	tells := parsers.Tells{First: table, Second: &t.seconds}
	return tells.Index(b, i)
}

// fits tells whether a byte that may mean something does so before the next one.
func (t *triggers) fits(c, next byte) bool {
	seconds := t.seconds[c]
	return seconds == nil || seconds[next]
}

func isSpaceAt(b []byte) bool {
	c := b[0]
	return c == ' ' || c == '\n' || c == '\t' || c == '\r'
}

// spaceLen is the length of the white space, U+FEFF included, at the start of
// b; more if it may go on behind b.
func spaceLen(b []byte, final bool) (n int, more bool) {
	for n < len(b) {
		if b[n] < utf8.RuneSelf {
			if !isSpaceAt(b[n:]) && b[n] != '\v' && b[n] != '\f' {
				return n, false
			}
			n++
			continue
		}
		if !utf8.FullRune(b[n:]) && !final {
			return n, true
		}
		r, size := utf8.DecodeRune(b[n:])
		if !match.IsWideSpace(r) {
			return n, false
		}
		n += size
	}
	return n, !final
}
