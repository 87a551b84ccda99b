package failure

import (
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// An Extent finds where a failed candidate that isn't JSON ends before its own
// end: at a line start or directly after a ';', before what begins another call.
type Extent struct{ stop Stop }

// ExtentFrom starts to look at offset at.
func ExtentFrom(e *place.Around, at int) Extent {
	x := Extent{stop: Stop{Pos: at}}
	if at > e.Base {
		x.stop.Prev = e.Win[at-1-e.Base]
	}
	x.stop.Last = x.stop.Prev
	return x
}

// Find looks on, up to offset limit: the failed candidate reaches at least up
// to end; found tells that it ends there, and that a call which begins there
// costs 0.3, see [Engine.Penalize]. An end before limit that wasn't found
// takes more bytes to decide.
func (x *Extent) Find(e *place.Around, limit int) (end int, found bool) {
	x.stop.Advance(e, limit)
	return x.stop.Pos, x.stop.Found
}

// A BrokenCall finds where a call that is written as code ends after it
// failed: where its brackets balance, strings that '"' delimits being opaque,
// before a marker, or where an [Extent] says.
type BrokenCall struct {
	extent  Extent
	pos     int
	depth   int
	quoted  bool
	escaped bool
	ended   bool // at pos
	step    int
}

// BrokenFrom says that a call whose arguments start at offset inner failed at
// at, in a string or not, where depth brackets are open.
func BrokenFrom(e *place.Around, inner, at, depth int, quoted bool) BrokenCall {
	return BrokenCall{extent: ExtentFrom(e, inner), pos: at, depth: depth, quoted: quoted}
}

// Ended reports whether it ended by itself, or before a marker.
func (b *BrokenCall) Ended() bool { return b.ended }

// Find looks on: the failed call reaches at least up to end; more: perhaps
// farther. It prepares for a call that begins at its end.
func (b *BrokenCall) Find(e *place.Around) (end int, more bool) {
	for {
		// What ends soon must not cost what the whole output costs.
		b.step = max(2*b.step, Step)
		limit := min(b.pos+b.step, e.Base+len(e.Win))
		wait := !b.ended && b.scan(e, limit)
		at, found := b.extent.Find(e, b.pos)
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

// scan advances, up to limit, to where the brackets balance, or a marker
// stands; wait: one may.
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

// outside counts what a byte outside of strings opens and closes; true if
// everything is closed behind it.
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
