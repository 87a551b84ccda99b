package cursor

import (
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// A Reach remembers how far a run of bytes was followed, so that the next
// piece goes on there.
type Reach struct{ from, to int }

// Reaches are the runs that may end at the window's end.
type Reaches struct{ space, line, run Reach }

// A Set is some bytes.
type Set [256]bool

// SetOf are these bytes.
func SetOf(bytes string) *Set {
	var s Set
	for _, c := range []byte(bytes) {
		s[c] = true
	}
	return &s
}

var (
	spaces     = SetOf(" \t\r\n")
	lineSpaces = SetOf(" \t\r\v\f")
)

// Follow is the end of the run of bytes of the set that begins at offset at. The window may
// have become shorter: a failed call is read in steps.
func (c *Cursor) Follow(r *Reach, at int, of *Set) int {
	if r.from != at || r.to < at || r.to > c.Window.End() {
		*r = Reach{at, at}
	}
	rest, n := c.Rest(r.to), 0
	for n < len(rest) && of[rest[n]] {
		n++
	}
	c.Visits.Add(n + 1)
	r.to += n
	return r.to
}

// Ended reports whether the window ends at offset at and more may come.
func (c *Cursor) Ended(at int) bool { return len(c.Rest(at)) == 0 && !c.Final }

// Space skips white space at offset at, Unicode's and U+FEFF, too: where it ends; more
// if it may go on.
func (c *Cursor) Space(at int) (end int, more bool) {
	if rest := c.Rest(at); len(rest) > 1 { // most often: nothing, a newline, or a space
		switch {
		case isASCII(rest[0]):
			return at, false
		case (rest[0] == '\n' || rest[0] == ' ') && isASCII(rest[1]):
			return at + 1, false
		}
	}
	for {
		if end = c.Follow(&c.Reaches.space, at, spaces); c.Ended(end) {
			return end, true
		}
		rest := c.Rest(end)
		switch {
		case len(rest) == 0 || rest[0] < utf8.RuneSelf:
			return end, false
		case !utf8.FullRune(rest) && !c.Final:
			return end, true
		}
		wide, n := utf8.DecodeRune(rest)
		if !match.IsWideSpace(wide) {
			return end, false
		}
		c.Reaches.space.to += n
	}
}

// isASCII reports whether b is ASCII, and neither white space nor a control character.
func isASCII(b byte) bool { return ' ' < b && b < utf8.RuneSelf }

// TextBehind looks for a text behind the white space at offset at: where that ends, and
// whether the text stands there.
func (c *Cursor) TextBehind(at int, text string) (end int, a match.Answer) {
	end, more := c.Space(at)
	if more {
		return end, match.More
	}
	return end, match.Text(text, c.Rest(end), c.Final)
}

// LineEnds reports whether only white space stands from offset at to the end of the line.
func (c *Cursor) LineEnds(at int) (yes, more bool) {
	end := c.Follow(&c.Reaches.line, at, lineSpaces)
	rest := c.Rest(end)
	return len(rest) > 0 && rest[0] == '\n' || len(rest) == 0 && c.Final, c.Ended(end)
}

// Run is the run at offset at, which begins with one of [fence.Begins]; more, if the
// window ends in it.
func (c *Cursor) Run(at int) (r fence.Run, more bool) {
	b := c.Win[at-c.Base]
	end := c.Follow(&c.Reaches.run, at, (*Set)(fence.Same(b)))
	return fence.Of(b, end-at), c.Ended(end)
}
