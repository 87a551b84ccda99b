package jsonscan

import "strings"

// A Quote is a pair of string delimiters.
type Quote uint8

const (
	double Quote = iota // "…"
	single              // '…'
	smart               // the first of smartQuotes
)

// smartQuotes are pairs of U+2018 to U+201E: E2 80 98 … 9E. Models also begin a string with a closing
// quote.
var smartQuotes = [...]struct {
	opens  byte // its last byte
	closes string
}{
	{0x9C, "\x9D"},     // “…”
	{0x9D, "\x9D"},     // ”…”
	{0x9E, "\x9C\x9D"}, // „…“ or „…”
	{0x98, "\x99"},     // ‘…’
	{0x99, "\x99"},     // ’…’
}

const smartLead = 0xE2

// opensString is the quote with which a string begins at offset at, where c is, and its width. The
// width is 0 if no string begins, -1 if it takes more bytes to decide.
func opensString(w *Window, at int, c byte, t Tolerance) (q Quote, width int) {
	switch {
	case c == '"':
		return double, 1
	case t == Strict:
		return 0, 0
	case c == '\'':
		return single, 1
	case c != smartLead:
		return 0, 0
	}
	b := w.Win[at-w.Base:]
	if len(b) < 3 && !w.Final && (len(b) < 2 || b[1] == 0x80) {
		return 0, -1
	}
	if len(b) < 3 || b[1] != 0x80 {
		return 0, 0
	}
	for i := range smartQuotes {
		if smartQuotes[i].opens == b[2] {
			return smart + Quote(i), 3
		}
	}
	return 0, 0
}

// width is the length of the quote in bytes.
func (q Quote) width() int {
	if q <= single {
		return 1
	}
	return 3
}

// Lead is the first byte of the delimiter that closes the string.
func (q Quote) Lead() byte {
	switch q {
	case double:
		return '"'
	case single:
		return '\''
	}
	return smartLead
}

// Closer is the width of the delimiter at the start of b that could close the string; 0 if there is
// none, -1 if it takes more bytes to decide.
func (q Quote) Closer(b []byte, final bool) int {
	switch {
	case b[0] != q.Lead():
		return 0
	case q <= single:
		return 1
	case len(b) > 1 && b[1] != 0x80:
		return 0
	}
	if len(b) < 3 {
		if final {
			return 0
		}
		return -1
	}
	if strings.IndexByte(smartQuotes[q-smart].closes, b[2]) >= 0 {
		return 3
	}
	return 0
}
