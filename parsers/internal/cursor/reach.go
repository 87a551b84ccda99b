package cursor

import (
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// A Reach remembers how far a run of bytes was followed, so that the next
// chunk goes on there.
type Reach struct{ from, to int }

// Reaches are the runs that may end at the window's end.
type Reaches struct{ space, line, run Reach }

// A Set is a set of bytes.
type Set [256]bool

// SetOf returns the set of these bytes.
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

// Follow returns the end of the run of bytes of the set that begins at offset at. The window may
// have become shorter, because a failed call is read in steps.
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

// Space skips white space at offset at, including Unicode's and U+FEFF. It returns where the
// white space ends, and whether it may go on with more bytes.
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

// Pass moves *at behind the white space there, as Space defines it. It returns more if the white
// space may go on.
func (c *Cursor) Pass(at *int) (more bool) {
	*at, more = c.Space(*at)
	return more
}

// isASCII reports whether b is ASCII, and neither white space nor a control character (except DEL).
func isASCII(b byte) bool { return ' ' < b && b < utf8.RuneSelf }

// TextBehind looks for a text behind the white space at offset at. It returns where the white
// space ends, and whether the text is there.
func (c *Cursor) TextBehind(at int, text string) (end int, a match.Answer) {
	end, more := c.Space(at)
	if more {
		return end, match.More
	}
	return end, match.Text(text, c.Rest(end), c.Final)
}

// LineEnds reports whether only white space is between offset at and the end of the line.
func (c *Cursor) LineEnds(at int) (yes, more bool) {
	end := c.Follow(&c.Reaches.line, at, lineSpaces)
	rest := c.Rest(end)
	return len(rest) > 0 && rest[0] == '\n' || len(rest) == 0 && c.Final, c.Ended(end)
}

// Run returns the run at offset at, which begins with one of [fence.Begins]. It returns more if
// the window ends in the run.
func (c *Cursor) Run(at int) (r fence.Run, more bool) {
	b := c.Win[at-c.Base]
	end := c.Follow(&c.Reaches.run, at, (*Set)(fence.Same(b)))
	return fence.Of(b, end-at), c.Ended(end)
}
