// Package room gives slices room to grow, and keeps it for another use.
package room

import (
	"slices"
	"unsafe"
)

// Least is what a buffer begins with: most of what is said around a call, and
// most arguments, find room in it.
const Least = 64

// For is the slice with room for n more. Up to a mebi of them it doubles,
// where append would take smaller steps, and copy more.
func For[T any](s []T, n int) []T {
	if n > cap(s)-len(s) && cap(s) < 1<<20 {
		return slices.Grow(s, max(n, len(s), Least))
	}
	return s
}

// MaxKept bounds the memory that is kept for another use, in bytes.
const MaxKept = 64 << 10

// Emptied is the slice, cleared, for another use; nil if it is too large to keep.
func Emptied[T any](s []T) []T {
	var zero T
	if uintptr(cap(s))*unsafe.Sizeof(zero) > MaxKept {
		return nil
	}
	clear(s)
	return s[:0]
}
