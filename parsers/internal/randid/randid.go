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

// maxID bounds an id, in bytes.
const maxID = 96

// Base62 is the prefix and n random letters and digits, ten of them from 64 random
// bits: these are read as a fraction, of which every multiplication takes one digit.
// A random number a digit would cost more than all the rest of a short call's id.
func Base62(prefix string, n int) string {
	var room [maxID]byte
	id := room[:len(prefix)+n]
	var fraction, digit uint64
	for rest := id[copy(id, prefix):]; len(rest) > 0; rest = rest[min(10, len(rest)):] {
		fraction = rand.Uint64()
		for i := range rest[:min(10, len(rest))] {
			digit, fraction = bits.Mul64(fraction, uint64(len(base62)))
			rest[i] = base62[digit]
		}
	}
	return string(id)
}

// Hex is the prefix and n random hexadecimal digits.
func Hex(prefix string, n int) string {
	var room [maxID]byte
	id := room[:len(prefix)+n]
	for rest := id[copy(id, prefix):]; len(rest) > 0; rest = rest[min(16, len(rest)):] {
		r := rand.Uint64()
		for i := range rest[:min(16, len(rest))] {
			rest[i] = hex[r%16]
			r /= 16
		}
	}
	return string(id)
}
