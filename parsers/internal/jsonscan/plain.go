package jsonscan

import (
	"encoding/binary"
	"math/bits"
)

// Eight bytes at a time: every one of these is a byte in each of eight lanes.
const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// PlainLen is the length of what b begins with that only stands for itself in a
// string between '"': no quote, no backslash, no control character. Long arguments
// are little else, so it takes eight bytes at a time. A subtraction sets the high
// bit of a lane that it makes negative; what it borrows from the lanes above can
// only mislead behind the first of these.
func PlainLen(b []byte) int {
	n := 0
	for ; n+8 <= len(b); n += 8 {
		x := binary.LittleEndian.Uint64(b[n:])
		quote, backslash := x^'"'*ones, x^'\\'*ones
		special := (x-' '*ones)&^x | (quote-ones)&^quote | (backslash-ones)&^backslash
		if special &= highs; special != 0 {
			return n + bits.TrailingZeros64(special)/8
		}
	}
	for n < len(b) && !jsonSpecial[b[n]] {
		n++
	}
	return n
}

// jsonSpecial are the bytes that PlainLen looks for.
var jsonSpecial = func() (t [256]bool) {
	for c := range ' ' {
		t[c] = true
	}
	t['"'], t['\\'] = true, true
	return t
}()

// plainKey reads a key in '"' that is all there, its colon too, and has nothing in
// it but itself: most are that, and read at once.
func (s *Scanner) plainKey(w Window) (Token, bool) {
	start := s.pos + 1
	b := w.B[start-w.Base:]
	n := PlainLen(b)
	if n+1 >= len(b) || b[n] != '"' || b[n+1] != ':' || len(s.forced) > 0 {
		return Token{}, false
	}
	s.start, s.quote, s.isKey = s.pos, double, true
	s.escaped, s.known, s.unknown, s.raw, s.end = false, false, false, false, -1
	s.keyStart, s.keyEnd, s.keyEscaped = start, start+n, false
	s.took(start+n+2, expectValue)
	return Token{Kind: Key, Start: start, End: start + n}, true
}

// manyBytes are so many that it is worth a call to look at eight at a time.
const manyBytes = 16

// longString is how long a string is that goes on for a while, most likely.
const longString = 16

// Passes tells whether the scanner stands inside a long string between '"' that
// ends at its next quote.
func (s *Scanner) Passes() bool {
	return s.lex == inString && s.quote == double && s.end < 0 && s.pos-s.start >= longString
}

// Pass reads on in such a string; false if more follows than what stands for
// itself there, JSON's own escapes, and half of one.
func (s *Scanner) Pass(w Window) bool {
	b, i := w.B, s.pos-w.Base
	for {
		for ; i < len(b) && !jsonSpecial[b[i]]; i++ {
			if len(b)-i >= manyBytes {
				i += PlainLen(b[i:])
				break
			}
		}
		if i == len(b) || b[i] != '\\' || !s.simpleEscape(b[i:]) {
			break
		}
		i += 2
	}
	s.pos = w.Base + i
	return i == len(b) || i+1 == len(b) && b[i] == '\\'
}
