// Package randid makes the random part of ids, for the families whose vendors
// do so. The ids need not be secret, only different from each other.
package randid

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"strings"
)

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

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
	var id strings.Builder
	id.Grow(len(prefix) + n)
	id.WriteString(prefix)
	var digits [16]byte
	for ; n > 0; n -= len(digits) {
		r := rand.Uint64()
		binary.LittleEndian.PutUint64(digits[:8], hexDigits(r))
		binary.LittleEndian.PutUint64(digits[8:], hexDigits(r>>4))
		id.Write(digits[:min(n, len(digits))])
	}
	return id.String()
}

// hexDigits makes a digit of the low half of each byte, all eight at once.
func hexDigits(r uint64) uint64 {
	const ones = 0x0101010101010101
	r &= 0x0f * ones
	letters := (r + 6*ones) >> 4 & ones
	return r + '0'*ones + letters*('a'-'0'-10)
}
