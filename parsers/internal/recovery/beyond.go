package recovery

import (
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// Beyond looks for another call behind the string in doubt and behind text that closes more brackets
// than it opens. A search looks for no quote from that call on, and the text before the call becomes
// no argument.
type Beyond struct {
	pos, depth int  // searched up to here; the brackets open since the string began
	last       byte // the last byte that is no white space
	found      int  // where the call opens; 0: it wasn't found
}

// BeyondFrom starts to look at offset at.
func BeyondFrom(at int) Beyond { return Beyond{pos: at} }

// Found reports whether another call was found.
func (b *Beyond) Found() bool { return b.found > 0 }

// Before is the part of w before that call, or before an object that may be one. all holds w and the
// text behind it. from is where the reading failed. opens reports whether an object may be a call.
func (b *Beyond) Before(w jsonscan.Window, all *jsonscan.Window, from int, opens func(b []byte) (yes, sure, more bool)) jsonscan.Window {
	counted := b.pos
	defer func() { w.Visits.Passed(counted, &b.pos) }()
	for ; b.found == 0 && b.pos < w.End(); b.pos++ {
		w.Visits.Passing(&counted, b.pos)
		c := w.Win[b.pos-w.Base]
		if c == '{' && b.depth < 0 && b.pos > from && b.last != ',' && b.last != '[' {
			yes, _, more := opens(all.Win[b.pos-all.Base:])
			if more && !all.Final {
				return w.UpTo(b.pos, false)
			}
			if yes {
				b.found = b.pos
				continue
			}
		}
		b.depth += int(jsonscan.Nests[c])
		if !match.IsSpace(c) {
			b.last = c
		}
	}
	if b.found > 0 {
		return w.UpTo(b.found, true)
	}
	return w
}
