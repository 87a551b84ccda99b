package match

import (
	"encoding/binary"
	"math/bits"
)

// Common is the length of the common beginning of a text and b. It compares eight bytes at a time,
// because the tokens of a family begin alike.
func Common(text string, b []byte) (n int) {
	for ; len(text) >= 8 && len(b) >= 8; text, b = text[8:], b[8:] {
		if differ := eight(text) ^ binary.LittleEndian.Uint64(b); differ != 0 {
			return n + bits.TrailingZeros64(differ)/8
		}
		n += 8
	}
	for i := range min(len(text), len(b)) {
		if text[i] != b[i] {
			break
		}
		n++
	}
	return n
}

// eight are the first bytes of s, as binary.LittleEndian would read them.
func eight(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// holds reports whether c is one of eight bytes.
func holds(eight uint64, c byte) bool {
	const ones = 0x0101010101010101
	v := eight ^ ones*uint64(c)
	return (v-ones)&^v&(0x80*ones) != 0
}
