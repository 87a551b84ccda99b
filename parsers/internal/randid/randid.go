// Package randid makes the random part of ids, for the families whose vendors
// do so. The ids need not be secret, only different from each other.
package randid

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"slices"
)

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// padded has a length that any six bits are below, so that no look-up is checked.
var padded = [64]byte([]byte(base62 + ".."))

// Base62 appends n random letters and digits, ten of them from 64 random bits: these are
// read as a fraction, of which every multiplication takes one digit. A random number a
// digit would cost more than all the rest of a short call's id.
func Base62(id []byte, n int) []byte {
	id = slices.Grow(id, n)
	for ; n > 0; n -= 10 {
		fraction := rand.Uint64()
		digits := id[len(id) : len(id)+min(10, n)]
		for i := range digits {
			digit, rest := bits.Mul64(fraction, uint64(len(base62)))
			digits[i], fraction = padded[digit%64], rest
		}
		id = id[:len(id)+len(digits)]
	}
	return id
}

// Hex appends n random hexadecimal digits.
func Hex(id []byte, n int) []byte {
	for ; n >= 16; n -= 16 {
		r := rand.Uint64()
		id = binary.LittleEndian.AppendUint64(id, hexDigits(r))
		id = binary.LittleEndian.AppendUint64(id, hexDigits(r>>4))
	}
	if n >= 8 {
		id, n = binary.LittleEndian.AppendUint64(id, hexDigits(rand.Uint64())), n-8
	}
	if n > 0 {
		var digits [8]byte
		id = append(id, Hex(digits[:0], len(digits))[:n]...)
	}
	return id
}

// hexDigits makes a digit of the low half of each byte, all eight at once.
func hexDigits(r uint64) uint64 {
	const ones = 0x0101010101010101
	r &= 0x0f * ones
	letters := (r + 6*ones) >> 4 & ones
	return r + '0'*ones + letters*('a'-'0'-10)
}
