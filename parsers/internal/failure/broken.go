package failure

import (
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// A BrokenCall finds where a call that is written as code ends after it
// failed: where its brackets balance, before a marker, or where a [Stop] ends it.
// Brackets in a string that '"' delimits don't count.
type BrokenCall struct {
	stop  Stop
	pos   int
	open  Brackets
	ended bool // at pos
	step  int
}

// BrokenFrom starts to look for the end of a call that failed at offset at, in a string or not,
// where depth brackets are open. Its arguments start at offset inner.
func BrokenFrom(e *place.Around, inner, at, depth int, quoted bool) BrokenCall {
	b := BrokenCall{stop: StopFrom(e, inner), pos: at, open: Brackets{Nests: &jsonscan.NestsCode, Depth: depth}}
	if quoted {
		b.open.Quote = '"'
	}
	return b
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
		if b.open.Quote == 0 && e.Firsts[c] && e.Prose.Marks() {
			m, n := e.Markers.MarkAt(b.pos)
			if b.ended = n.Yes() && m.Stops(); b.ended || n == match.More {
				return n == match.More
			}
		}
		if b.ended = b.open.Closes(c); b.ended {
			b.pos++
			return false
		}
	}
	return false
}

// Brackets counts the brackets of a failed call that are open outside of strings.
type Brackets struct {
	Nests *[256]int8 // [jsonscan.Nests] or [jsonscan.NestsCode]
	Depth int
	Quote byte // that ends the string at hand; 0 outside of strings
	// Escaped: a backslash is before the next byte of the string.
	Escaped bool
}

// Closes counts a byte. It returns true if all brackets are closed behind it.
func (b *Brackets) Closes(c byte) bool {
	switch {
	case b.Escaped:
		b.Escaped = false
	case b.Quote != 0:
		if b.Escaped = c == '\\'; c == b.Quote {
			b.Quote = 0
		}
	case c == '"':
		b.Quote = c
	default:
		n := int(b.Nests[c])
		b.Depth += n
		return n < 0 && b.Depth <= 0
	}
	return false
}
