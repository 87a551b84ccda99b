// Package room gives slices room to grow, and keeps it, or lends it, for another use.
package room

import (
	"math/bits"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/toolparser/toolparser/parsers/internal/visit"
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
	grown := uncleared(len(b) + max(n, step, Least))
	return grown[:copy(grown, b)]
}

// uncleared is memory for n bytes or some more.
func uncleared(n int) []byte {
	var memory strings.Builder // the one way to it
	memory.Grow(n)
	memory.WriteByte(0) // an empty string need not say where it is
	return unsafe.Slice(unsafe.StringData(memory.String()), memory.Cap())
}

// MaxKept bounds the memory that is kept for another use, in bytes.
const MaxKept = 64 << 10

// lent are buffers of 4 KiB, 8 KiB, ... 4 MiB that nobody has at the moment; what nobody
// wants for long is collected. Without them an output too long for MaxKept made new memory
// at each step of its growth, where a shorter one finds what was kept: twice the size then
// took up to three times as long.
var lent [11]sync.Pool // of *byte

const leastLent = 4 << 10

// Lent is b with room for n more bytes, as For makes it, but of memory that others had
// before, and gives back b's, which nothing else may share. In the end, give the buffer
// to Returned or Kept.
func Lent(b []byte, n int) []byte {
	if n <= cap(b)-len(b) {
		return b
	}
	defer Returned(b)
	size := len(b) + max(n, len(b))
	class := bits.Len(uint(size-1) / leastLent)
	if size < leastLent || class >= len(lent) {
		return For(b, n)
	}
	size = leastLent << class
	grown, ok := lent[class].Get().(*byte)
	if !ok {
		grown = unsafe.SliceData(uncleared(size))
	}
	return append(unsafe.Slice(grown, size)[:0], b...)
}

// Returned gives back memory that was lent. It must not be used any more.
func Returned(b []byte) {
	n := cap(b)
	spoil(b[:n])
	if n >= leastLent && n&(n-1) == 0 && n < leastLent<<len(lent) {
		lent[bits.Len(uint(n/leastLent))-1].Put(unsafe.SliceData(b))
	}
}

// Kept are the bytes, emptied, for another use; nil, and given back, if they are many.
func Kept(b []byte) []byte {
	if cap(b) > MaxKept {
		Returned(b)
		return nil
	}
	return b[:0]
}

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

// longList is the size of a list, in bytes, from which on it grows in steps.
const longList = 1 << 20

// Grown is the list with room for one item more. A long one is copied in steps, which v counts, so
// that the copying can be interrupted.
func Grown[T any](v *visit.Count, list []T) []T {
	var zero T
	step := longList / int(unsafe.Sizeof(zero))
	if len(list) < cap(list) || len(list) < step {
		return list // it has room, or append makes it
	}
	grown := make([]T, len(list), len(list)+len(list)/4)
	for at := 0; at < len(list); at += step {
		copy(grown[at:], list[at:min(at+step, len(list))])
		v.Add(visit.Step)
	}
	return grown
}

// Emptied is the slice, cleared, for another use; nil if it is too large to keep.
func Emptied[T any](s []T) []T {
	if tooLarge(s) {
		return nil
	}
	clear(s)
	return s[:0]
}

// Given is the slice for whoever keeps what it holds: itself if Emptied wouldn't keep it,
// else a copy.
func Given[T any](s []T) []T {
	if tooLarge(s) {
		return slices.Clip(s)
	}
	return slices.Clone(s)
}

func tooLarge[T any](s []T) bool {
	var zero T
	return uintptr(cap(s))*unsafe.Sizeof(zero) > MaxKept
}
