package jsonscan

import (
	"encoding/binary"
	"math/bits"
)

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
