// Package work counts the bytes that parsing an output looks at.
//
// Time is linear in the output if every byte is looked at a bounded number of times, whatever
// the output repeats and however it was cut. A count shows this on any machine, a clock doesn't.
// So code that looks at bytes one after another adds their number, once for each scan. Searches of
// package bytes go through the methods of a Counter, which add the bytes that they passed over. Code
// that looks at a few bytes next to a position, such as at a marker, needn't count.
package work

import (
	"bytes"
	"math"
	"unicode/utf8"
)

// A Counter is the number of bytes that were looked at. A nil Counter counts nothing. It is for text that
// doesn't belong to an output, such as a table's markers.
//
// A Counter counts down, so that Add has only one number to change and to look at.
type Counter struct {
	left  int // until reached is called
	given int // the sum of what left was set to
	every int
	used  int             // of every, when the next pauses begin
	pause func()          // nil: there is none
	long  func(do func()) // nil: what takes long is done at once
}

// N is the number of bytes that were looked at.
func (c *Counter) N() int { return c.given - c.left }

// Add counts n bytes.
func (c *Counter) Add(n int) {
	if c != nil {
		if c.left -= n; c.left <= 0 {
			c.reached()
		}
	}
}

// reached calls pause, and sets when it is called next. It is a function of its own, so that Add is short.
//
//go:noinline
func (c *Counter) reached() {
	if c.pause == nil {
		c.set(math.MaxInt / 2)
		return
	}
	c.set(c.every)
	c.pause()
}

// Yield calls pause, if there is one, after work that takes as long as looking at many bytes, and looks
// at few.
func (c *Counter) Yield() {
	if c != nil {
		c.reached()
	}
}

// Long does what takes long and can't be interrupted: by what SetLong has set, where scans call pause. If that
// doesn't do it, the next pause is to end the scan.
func (c *Counter) Long(do func()) {
	if c == nil || c.pause == nil || c.long == nil {
		do()
		return
	}
	done := false
	c.long(func() {
		done = true
		do()
	})
	c.reached()
	if !done {
		do()
	}
}

// SetLong sets what does what takes long.
func (c *Counter) SetLong(long func(do func())) { c.long = long }

// set sets how many bytes are left, and leaves N as it is.
func (c *Counter) set(left int) { c.given, c.left = left+c.N(), left }

// Pause makes scans call pause whenever every more bytes were looked at. A nil
// pause ends that. If pause panics, that ends the scan, and nothing that takes part in it
// can be used again.
func (c *Counter) Pause(every int, pause func()) {
	c.every, c.pause = every, pause
	c.set(every)
	if pause != nil {
		c.set(max(every-c.used, 1))
		c.used = 0
	}
}

// Used says how many bytes sooner Pause calls pause for the first time, when it is next set.
func (c *Counter) Used(n int) { c.used = n }

// Step is how many bytes a scan passes at most before it counts them, so that a long scan
// can be interrupted.
const Step = 64 << 10

// found counts the bytes that a search in b looked at. n is the index that it found, or negative. The
// text that it looked for has width bytes.
func (c *Counter) found(b []byte, n, width int) int {
	if n < 0 {
		c.Add(len(b))
	} else {
		c.Add(n + width)
	}
	return n
}

// inSteps searches a long b step by step, for a text or, if that is nil, for one of some characters.
func (c *Counter) inSteps(b, text []byte, chars string) int {
	width := max(len(text), 1)
	for from := 0; ; from += Step {
		step, counted, last := b[from:], b[from:], true
		if len(step) > Step+width {
			step, counted, last = step[:Step+width-1], step[:Step], false
		}
		var n int
		if text != nil {
			n = bytes.Index(step, text)
		} else {
			n = bytes.IndexAny(step, chars)
		}
		if n = c.found(counted, n, width); n >= 0 {
			return from + n
		}
		if last {
			return -1
		}
	}
}

// IndexByte is [bytes.IndexByte]. It has a short path, as most chunks of a stream are searched by it.
func (c *Counter) IndexByte(b []byte, x byte) int {
	if len(b) > Step {
		return c.inSteps(b, []byte{x}, "")
	}
	n := bytes.IndexByte(b, x)
	if n < 0 {
		c.Add(len(b))
	} else {
		c.Add(n + 1)
	}
	return n
}

// LastIndexByte is [bytes.LastIndexByte].
func (c *Counter) LastIndexByte(b []byte, x byte) int {
	n := bytes.LastIndexByte(b, x)
	c.Add(len(b) - max(n, 0))
	return n
}

// Index is [bytes.Index].
func (c *Counter) Index(b, text []byte) int {
	if len(b) > Step && len(text) > 0 {
		return c.inSteps(b, text, "")
	}
	return c.found(b, bytes.Index(b, text), len(text))
}

// IndexAny is [bytes.IndexAny].
func (c *Counter) IndexAny(b []byte, chars string) int {
	if len(b) > Step && chars != "" && isASCII(chars) {
		return c.inSteps(b, nil, chars)
	}
	return c.found(b, bytes.IndexAny(b, chars), 1)
}

// isASCII reports whether no character of the text has more than one byte.
func isASCII(text string) bool {
	for _, r := range text {
		if r >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// ContainsAny is [bytes.ContainsAny].
func (c *Counter) ContainsAny(b []byte, chars string) bool { return c.IndexAny(b, chars) >= 0 }

// IndexFunc is [bytes.IndexFunc].
func (c *Counter) IndexFunc(b []byte, f func(r rune) bool) int {
	return c.found(b, bytes.IndexFunc(b, f), 1)
}

// TrimLeft is [bytes.TrimLeft].
func (c *Counter) TrimLeft(b []byte, cutset string) []byte {
	return c.trimmed(b, bytes.TrimLeft(b, cutset))
}

// TrimRight is [bytes.TrimRight].
func (c *Counter) TrimRight(b []byte, cutset string) []byte {
	return c.trimmed(b, bytes.TrimRight(b, cutset))
}

// Trim is [bytes.Trim].
func (c *Counter) Trim(b []byte, cutset string) []byte { return c.trimmed(b, bytes.Trim(b, cutset)) }

// TrimSpace is [bytes.TrimSpace].
func (c *Counter) TrimSpace(b []byte) []byte { return c.trimmed(b, bytes.TrimSpace(b)) }

// TrimRightFunc is [bytes.TrimRightFunc].
func (c *Counter) TrimRightFunc(b []byte, f func(r rune) bool) []byte {
	return c.trimmed(b, bytes.TrimRightFunc(b, f))
}

// TrimFunc is [bytes.TrimFunc].
func (c *Counter) TrimFunc(b []byte, f func(r rune) bool) []byte {
	return c.trimmed(b, bytes.TrimFunc(b, f))
}

// trimmed counts the bytes that were cut off, and the first one that wasn't.
func (c *Counter) trimmed(b, rest []byte) []byte {
	c.Add(len(b) - len(rest) + 1)
	return rest
}

// ReplaceAll is [bytes.ReplaceAll].
func (c *Counter) ReplaceAll(b, old, with []byte) []byte {
	c.Add(len(b))
	return bytes.ReplaceAll(b, old, with)
}

// Clone is [bytes.Clone].
func (c *Counter) Clone(b []byte) []byte {
	c.Add(len(b))
	return bytes.Clone(b)
}

// Passed counts the bytes between two offsets, if a scan moved on. If a scan defers it at its
// beginning, with a pointer to its position, Passed counts the scan however that ends.
func (c *Counter) Passed(from int, to *int) { c.Add(max(*to-from, 0)) }

// Passing counts a long scan, which has come from *from up to offset to, and moves *from there. It
// leaves a short scan uncounted.
func (c *Counter) Passing(from *int, to int) {
	if n := to - *from; n >= Step {
		c.Add(n)
		*from = to
	}
}
