package failure

import (
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// A BrokenCall finds where a call that is written as code ends after it
// failed: where its brackets balance, before a marker, or where a [Stop] ends it.
// Brackets in a string that '"' delimits don't count.
type BrokenCall struct {
	stop    Stop
	pos     int
	depth   int
	quoted  bool
	escaped bool
	ended   bool // at pos
	step    int
}

// BrokenFrom starts to look for the end of a call that failed at offset at, in a string or not,
// where depth brackets are open. Its arguments start at offset inner.
func BrokenFrom(e *place.Around, inner, at, depth int, quoted bool) BrokenCall {
	return BrokenCall{stop: StopFrom(e, inner), pos: at, depth: depth, quoted: quoted}
}

// Ended reports whether the call ended by itself, or before a marker.
func (b *BrokenCall) Ended() bool { return b.ended }

// Find looks on. The failed call reaches at least up to end, and perhaps farther if more is true.
// A call that begins at its end gets its penalty here.
func (b *BrokenCall) Find(e *place.Around) (end int, more bool) {
	for {
		// The steps grow, so that a call that ends soon takes no scan of the rest of the output.
		b.step = max(2*b.step, Step)
		limit := min(b.pos+b.step, e.Base+len(e.Win))
		wait := !b.ended && b.scan(e, limit)
		at, found := b.stop.Find(e, b.pos)
		switch {
		case found:
			e.Costs.Penalize(at)
			return at, false
		case at < b.pos:
			return at, !e.Final
		case wait || b.ended || b.pos == e.Base+len(e.Win):
			return b.pos, wait || !b.ended && !e.Final
		}
	}
}

// scan advances, up to limit, to where the brackets balance, or to a marker.
// It returns wait if a marker may be there.
func (b *BrokenCall) scan(e *place.Around, limit int) (wait bool) {
	defer e.Visits.Passed(b.pos, &b.pos)
	for ; b.pos < limit; b.pos++ {
		c := e.Win[b.pos-e.Base]
		switch {
		case b.escaped:
			b.escaped = false
		case b.quoted:
			b.escaped = c == '\\'
			b.quoted = c != '"'
		case e.Firsts[c] && e.Prose.Marks():
			m, n := e.Markers.MarkAt(b.pos)
			if b.ended = n.Yes() && m.Stops(); b.ended || n == match.More {
				return n == match.More
			}
			fallthrough
		default:
			if b.ended = b.outside(c); b.ended {
				b.pos++
				return false
			}
		}
	}
	return false
}

// outside counts a byte outside of strings. It returns true if
// all brackets are closed behind it.
func (b *BrokenCall) outside(c byte) bool {
	switch c {
	case '"':
		b.quoted = true
	case '(', '[', '{':
		b.depth++
	case ')', ']', '}':
		b.depth--
		return b.depth <= 0
	}
	return false
}
