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
type Reaches struct {
	space, line, run Reach
	gap              gap
	sameLine         Reach // no line ends in it
}

// A gap is a run of white space and comments.
type gap struct {
	Reach
	comment bool // it ends in a comment
}

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
		if len(rest) == 0 || rest[0] < utf8.RuneSelf {
			return end, false
		}
		wide := match.WideSpace(rest, c.Final)
		if !wide.Yes() {
			return end, wide == match.More
		}
		c.Reaches.space.to += wide.Len()
	}
}

// MaxGap bounds the white space and the comments that Gap skips, in bytes.
const MaxGap = 1 << 10

// Gap skips white space, including Unicode's, and comments of Python at offset at, up to MaxGap
// bytes. It returns where they end, as far as the window shows.
func (c *Cursor) Gap(at int) (end int) {
	limit := min(at+MaxGap, c.Window.End())
	g := &c.Reaches.gap
	if g.from != at || g.to > limit {
		*g = gap{Reach: Reach{at, at}}
	}
	for g.to < limit {
		if g.comment {
			g.to = c.LineEnd(g.to, limit)
			g.comment = g.to == limit
			continue
		}
		c.Visits.Add(1)
		switch d := c.Win[g.to-c.Base]; {
		case d == '#':
			g.comment = true
		case d >= utf8.RuneSelf:
			switch wide := match.WideSpace(c.Slice(g.to, limit), false); wide {
			case match.More:
				return limit
			case match.No:
				return g.to
			default:
				g.to += wide.Len()
			}
		case match.IsSpace(d):
			g.to++
		default:
			return g.to
		}
	}
	return limit
}

// LineEnd returns the end of the line that offset at is in, or limit if that comes first. It
// remembers the last line, so many comments that begin in one line look at it once.
func (c *Cursor) LineEnd(at, limit int) int {
	r := &c.Reaches.sameLine
	if at < r.from || at > r.to || r.to > c.Window.End() {
		*r = Reach{at, at}
	}
	if limit > r.to {
		n := c.Visits.IndexByte(c.Slice(r.to, limit), '\n')
		if n < 0 {
			n = limit - r.to
		}
		r.to += n
	}
	return min(r.to, limit)
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
