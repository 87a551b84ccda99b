// Package buffers gives slices room to grow, and keeps or lends that room for another use. What is used
// again is marked by a [NoCopy], if it may not be copied.
package buffers

import (
	"math/bits"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/toolparser/toolparser/parsers/internal/work"
)

// Least is the size of a new buffer, in bytes. Most texts around a call, and most arguments,
// fit in it.
const Least = 64

// For returns b with room for n more bytes. Up to a mebibyte the room doubles, because append would
// take smaller steps, and copy more. The room isn't cleared, since it is written before it
// is read. In a stream of prose, clearing it took a tenth of the time. A long buffer is copied in
// steps, see moved.
func For(v *work.Counter, b []byte, n int) []byte {
	if n <= cap(b)-len(b) {
		return b
	}
	step := len(b)
	if step >= 1<<20 {
		step /= 4
	}
	return moved(v, stepLook, uncleared(len(b) + max(n, step, Least))[:0], b)
}

// Append appends the text to b, which grows as For says, and copies a long text in steps. The text may
// be a part of b, behind its length.
func Append(v *work.Counter, b, text []byte) []byte {
	return moved(v, stepLook, For(v, b, len(text)), text)
}

// stepLook is as how many bytes a step of moved counts.
const stepLook = work.Step / 4

// moved appends the items to a list that has room for them. It copies many items in steps, which v counts as so many bytes,
// and may be interrupted after each: to memory that is used for the first time, or that went back to the
// system, a step takes 1 to 3 ms.
func moved[T any](v *work.Counter, looked int, list, items []T) []T {
	var zero T
	step := longList / 4 / int(unsafe.Sizeof(zero))
	for ; len(items) > step; items = items[step:] {
		list = append(list, items[:step]...)
		v.Add(looked)
		v.Yield()
	}
	return append(list, items...)
}

// uncleared returns memory for n bytes or some more, without clearing it.
func uncleared(n int) []byte {
	var memory strings.Builder // the only way to memory that isn't cleared
	memory.Grow(n)
	memory.WriteByte(0) // the data of an empty string need not be its memory
	return unsafe.Slice(unsafe.StringData(memory.String()), memory.Cap())
}

// MaxKept bounds the memory that is kept for another use, in bytes.
const MaxKept = 64 << 10

// Long is what the buffer of a text counts as, in bytes, next to the text. A short one counts nothing. All
// that a parser holds counts twice, for when it grows ([parsers.Stream.Held]), and a buffer may be twice as
// long as its text: so it counts half.
func Long(b []byte) int { return max(cap(b)-MaxKept, 0) / 2 }

// lent are buffers of 4 KiB, 8 KiB, ... 4 MiB that aren't in use. Buffers that stay unused are
// garbage-collected. Without lent, an output too long for MaxKept needed new memory
// at each step of its growth, while a shorter one uses the memory that was kept. Then an output of
// twice the size took up to three times as long.
var lent [11]sync.Pool // of *byte

const leastLent = 4 << 10

// Lent returns b with room for n more bytes, as For does, but in memory that was used before. It
// gives back the memory of b, which nothing else may share. In the end, give the buffer
// to Returned or Kept.
func Lent(v *work.Counter, b []byte, n int) []byte {
	if n <= cap(b)-len(b) {
		return b
	}
	defer Returned(b)
	size := len(b) + max(n, len(b))
	class := bits.Len(uint(size-1) / leastLent)
	if size < leastLent || class >= len(lent) {
		return For(v, b, n)
	}
	size = leastLent << class
	grown, ok := lent[class].Get().(*byte)
	if !ok {
		grown = unsafe.SliceData(uncleared(size))
	}
	return moved(v, stepLook, unsafe.Slice(grown, size)[:0], b)
}

// Returned gives back memory that was lent. The memory must not be used any more.
func Returned(b []byte) {
	n := cap(b)
	spoil(b[:n])
	if n >= leastLent && n&(n-1) == 0 && n < leastLent<<len(lent) {
		lent[bits.Len(uint(n/leastLent))-1].Put(unsafe.SliceData(b))
	}
}

// Kept returns the emptied buffer, for another use. If it is too large to keep, Kept gives it back
// and returns nil.
func Kept(b []byte) []byte {
	if cap(b) > MaxKept {
		Returned(b)
		return nil
	}
	return b[:0]
}

// Reused returns the emptied buffer, for another use; nil if it is too large to keep.
func Reused(b []byte) []byte {
	if cap(b) > MaxKept {
		return nil
	}
	return b[:0]
}

// Larger returns the list. If that is full, and the room that was kept is larger, it moves the list
// there.
func Larger[T any](list, kept []T) []T {
	if len(list) == cap(list) && cap(kept) > cap(list) {
		return append(kept[:0], list...)
	}
	return list
}

// Made is what p points to. It is made when it is needed first: most outputs need little of what an open
// stream may need.
func Made[T any](p **T) *T {
	if *p == nil {
		*p = new(T)
	}
	return *p
}

// longList is the size of a list, in bytes, from which on it is copied in steps.
const longList = 1 << 20

// Grown returns the list with room for one more item, or lets append make that room. A long list is
// copied in steps, see moved.
func Grown[T any](v *work.Counter, list []T) []T { return grown(v, stepLook, list) }

// Lengthened is Grown for a list that has an item for each few bytes of a text. What was looked at for
// these is counted; the copies aren't, which begin with a long text and would seem not to be linear.
func Lengthened[T any](v *work.Counter, list []T) []T { return grown(v, 0, list) }

func grown[T any](v *work.Counter, looked int, list []T) []T {
	var zero T
	if n := len(list); n == cap(list) && n*int(unsafe.Sizeof(zero)) >= longList {
		return moved(v, looked, make([]T, 0, n+n/4), list)
	}
	return list
}

// Emptied returns the slice, cleared and emptied, for another use; nil if it is too large to keep.
func Emptied[T any](s []T) []T {
	if tooLarge(s) {
		return nil
	}
	clear(s)
	return s[:0]
}

// Given returns the items of the slice to a caller who keeps them: the slice itself if Emptied
// wouldn't keep it, otherwise a copy.
func Given[T any](s []T) []T {
	if tooLarge(s) {
		return slices.Clip(s)
	}
	given := make([]T, len(s)) // exactly: a result doesn't grow
	copy(given, s)
	return given
}

func tooLarge[T any](s []T) bool {
	var zero T
	return uintptr(cap(s))*unsafe.Sizeof(zero) > MaxKept
}
