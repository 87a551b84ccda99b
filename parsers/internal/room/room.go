// Package room gives slices room to grow, and keeps it for another use.
package room

import (
	"strings"
	"unsafe"
)

// Least is what a buffer begins with: most of what is said around a call, and
// most arguments, find room in it.
const Least = 64

// For is b with room for n more bytes. Up to a mebibyte it doubles, where append would take
// smaller steps, and copy more. The room isn't cleared, since it is written before it
// is read: in a stream of prose, clearing it took a tenth of the time.
func For(b []byte, n int) []byte {
	if n <= cap(b)-len(b) {
		return b
	}
	step := len(b)
	if step >= 1<<20 {
		step /= 4
	}
	var memory strings.Builder // the one way to memory that isn't cleared
	memory.Grow(len(b) + max(n, step, Least))
	memory.WriteByte(0) // an empty string need not say where it is
	grown := unsafe.Slice(unsafe.StringData(memory.String()), memory.Cap())
	return grown[:copy(grown, b)]
}

// MaxKept bounds the memory that is kept for another use, in bytes.
const MaxKept = 64 << 10

// Reused are the bytes, emptied, for another use; nil if they are too many to keep.
func Reused(b []byte) []byte {
	if cap(b) > MaxKept {
		return nil
	}
	return b[:0]
}

// Larger is the list or, where that is full, the same in room that is kept, if it is larger.
func Larger[T any](list, kept []T) []T {
	if len(list) == cap(list) && cap(kept) > cap(list) {
		return append(kept[:0], list...)
	}
	return list
}

// Emptied is the slice, cleared, for another use; nil if it is too large to keep.
func Emptied[T any](s []T) []T {
	var zero T
	if uintptr(cap(s))*unsafe.Sizeof(zero) > MaxKept {
		return nil
	}
	clear(s)
	return s[:0]
}
