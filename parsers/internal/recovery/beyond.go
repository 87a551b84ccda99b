package recovery

import (
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// Beyond looks for another call that opens behind the string in doubt, and behind text, where
// more was closed than opened: no quote is looked for there, and no argument made of the
// text between.
type Beyond struct {
	pos, depth int  // up to here, and the brackets open since the string began
	last       byte // that is no white space
	found      int  // where it opens; 0: it wasn't found
}

// BeyondFrom looks from offset at on.
func BeyondFrom(at int) Beyond { return Beyond{pos: at} }

// Found reports whether another call was found.
func (b *Beyond) Found() bool { return b.found > 0 }

// Before is the part of w before that call, or before what may begin one; all holds w and what follows it. from
// is where the reading failed, and opens reports whether an object may be a call.
func (b *Beyond) Before(w jsonscan.Window, all *jsonscan.Window, from int, opens func(b []byte) (yes, more bool)) jsonscan.Window {
	defer w.Visits.Passed(b.pos, &b.pos)
	for ; b.found == 0 && b.pos < w.End(); b.pos++ {
		c := w.Win[b.pos-w.Base]
		switch c {
		case '[', '{':
			if c == '{' && b.depth < 0 && b.pos > from && b.last != ',' && b.last != '[' {
				yes, more := opens(all.Win[b.pos-all.Base:])
				if more && !all.Final {
					return w.UpTo(b.pos, false)
				}
				if yes {
					b.found = b.pos
					continue
				}
			}
			b.depth++
		case ']', '}':
			b.depth--
		}
		if !match.IsSpace(c) {
			b.last = c
		}
	}
	if b.found > 0 {
		return w.UpTo(b.found, true)
	}
	return w
}
