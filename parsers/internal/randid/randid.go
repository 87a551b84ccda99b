// Package randid generates the random part of ids, for the families whose vendors
// use random ids. The ids need not be secret, only different from each other.
package randid

import (
	"encoding/binary"
	"math/rand/v2"
)

// Base62 appends n random letters and digits.
func Base62(id []byte, n int) []byte {
	for ; n >= 8; n -= 8 {
		id = binary.LittleEndian.AppendUint64(id, base62Digits(rand.Uint64()))
	}
	if n > 0 {
		var digits [8]byte
		binary.LittleEndian.PutUint64(digits[:], base62Digits(rand.Uint64()))
		id = append(id, digits[:n]...)
	}
	return id
}

// ones has the lowest bit of each byte.
const ones = 0x0101010101010101

// base62Digits turns each byte into a digit, all eight at once: it reads the byte as a fraction, and
// multiplies it by 62.
func base62Digits(r uint64) uint64 {
	const even = 0x00ff00ff00ff00ff
	digits := r&even*62>>8&even | r>>8&even*62&^even
	letters := (digits + (128-10)*ones) >> 7 & ones // from 10 on
	small := (digits + (128-36)*ones) >> 7 & ones   // from 36 on
	return digits + '0'*ones + letters*('A'-'0'-10) + small*('a'-'A'-26)
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
		binary.LittleEndian.PutUint64(digits[:], hexDigits(rand.Uint64()))
		id = append(id, digits[:n]...)
	}
	return id
}

// hexDigits makes a digit of the low half of each byte, all eight at once.
func hexDigits(r uint64) uint64 {
	r &= 0x0f * ones
	letters := (r + 6*ones) >> 4 & ones
	return r + '0'*ones + letters*('a'-'0'-10)
}
