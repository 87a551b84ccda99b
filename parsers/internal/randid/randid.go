// Package randid makes the random part of ids, for the families whose vendors
// do so. The ids need not be secret, only different from each other.
package randid

import (
	"math/bits"
	"math/rand/v2"
)

const (
	base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	hex    = "0123456789abcdef"
)

// Base62 is the prefix and n random letters and digits.
func Base62(prefix string, n int) string { return random(prefix, n, base62, 10) }

// Hex is the prefix and n random hexadecimal digits.
func Hex(prefix string, n int) string { return random(prefix, n, hex, 16) }

// random is the prefix and n random digits, several of them from 64 random bits:
// these are read as a fraction, of which every multiplication takes one digit. A
// random number a digit would cost more than all the rest of a short call's id.
func random(prefix string, n int, digits string, several int) string {
	var room [64]byte
	id := append(room[:0], prefix...)
	id = append(id, make([]byte, n)...)
	for rest := id[len(prefix):]; len(rest) > 0; {
		now := rest[:min(several, len(rest))]
		fraction := rand.Uint64()
		for i := range now {
			var digit uint64
			digit, fraction = bits.Mul64(fraction, uint64(len(digits)))
			now[i] = digits[digit]
		}
		rest = rest[len(now):]
	}
	return string(id)
}
