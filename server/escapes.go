package server

import (
	"math/bits"
	"strings"
)

// escapeWeight is what a control character counts beyond its byte's weight. Among arguments it
// takes six bytes ("\u0001"), in the result and in the response on its way. What notes its
// repair counts as it grows, see admit.Account.
const escapeWeight = 2 * (len(`\u0001`) - 1)

// textBytes is what a text of the model counts in memory, at the weight of a byte.
func textBytes(weight int, text string) int { return weight*len(text) + escapeWeight*escapes(text) }

// escapes counts the control characters in text that JSON escapes in six bytes. All that is
// parsed is counted, which must cost next to nothing: 64 bytes are looked at a turn.
func escapes(text string) int {
	n := 0
	rest := text
	for ; len(rest) >= 64; rest = rest[64:] {
		// Bit 7 of each byte of plain(rest[i:]) is one of another eight here.
		all := plain(rest)>>7 | plain(rest[8:])>>6 | plain(rest[16:])>>5 | plain(rest[24:])>>4 |
			plain(rest[32:])>>3 | plain(rest[40:])>>2 | plain(rest[48:])>>1 | plain(rest[56:])
		n += 64 - bits.OnesCount64(all)
	}
	for ; len(rest) >= 8; rest = rest[8:] {
		n += 8 - bits.OnesCount64(plain(rest))
	}
	for i := range len(rest) {
		if rest[i] < ' ' {
			n++
		}
	}
	if n == 0 {
		return 0
	}
	for _, short := range []string{"\n", "\t", "\r"} { // these take two bytes
		n -= strings.Count(text, short)
	}
	return n
}

// plain looks at eight bytes: the highest bit of each is set where it is no control
// character, either of itself or by adding what makes 0x80 of 0x20.
func plain(s string) uint64 {
	const low, add, high = 0x7f7f7f7f7f7f7f7f, 0x6060606060606060, 0x8080808080808080
	s = s[:8]
	x := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	return (x&low + add | x) & high
}
