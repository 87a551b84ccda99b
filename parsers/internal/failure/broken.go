package failure

import (
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// A BrokenCall finds where a call that is written as code ends after it
// failed: where its [Extent] ends, or where a [Stop] ends it before.
type BrokenCall struct {
	Ended  bool // the call ended by itself, or before a marker
	stop   Stop
	extent Extent
	step   int
}

// BrokenFrom starts to look for the end of a call that failed at offset at, in a string or not,
// where depth brackets are open. Its arguments start at offset inner.
func BrokenFrom(env *body.Env, inner, at, depth int, quoted bool) BrokenCall {
	b := BrokenCall{stop: StopFrom(env, inner), extent: Extent{Pos: at, Nests: &jsonscan.NestsCode, Depth: depth}}
	if quoted {
		b.extent.Quote = '"'
	}
	return b
}

// Find looks on. The failed call reaches at least up to end, and perhaps farther if more is true.
// A call that begins at its end gets its penalty here.
func (b *BrokenCall) Find(env *body.Env) (end int, more bool) {
	for {
		// The steps grow, so that a call that ends soon takes no scan of the rest of the output.
		b.step = max(2*b.step, Step)
		wait, read := false, &b.extent.Pos
		if !b.Ended {
			*read, b.Ended, wait = b.extent.Scan(env, min(*read+b.step, env.Window.End()))
		}
		at, found := b.stop.Find(env, *read)
		switch {
		case found:
			env.Penalties.Penalize(at)
			env.Penalties.LeavesOpen(at, b.extent.Depth)
			return at, false
		case at < *read:
			return at, !env.Final
		case wait || b.Ended || *read == env.Window.End():
			return *read, wait || !b.Ended && !env.Final
		}
	}
}

// An Extent finds where a failed call ends by itself: where its brackets balance outside of strings,
// or before a marker outside of strings.
type Extent struct {
	Pos   int        // read up to here
	Nests *[256]int8 // [jsonscan.Nests] or [jsonscan.NestsCode]
	Depth int        // brackets that are open
	Quote byte       // that ends the string at hand; 0 outside of strings
	// Tagged: the call is between markers. Then it also ends at the first marker in a string, unless
	// the string is closed and what follows fits.
	Tagged bool

	escaped bool // a backslash is before the next byte of the string
	marker  int  // the first marker in the string at hand, or directly before; 0: none
	closed  bool // that string was closed: does the text behind it fit?
}

// Scan looks on, up to limit. balanced: the call ends at end, and Scan may be asked again for that. more: a marker may
// begin at end.
func (x *Extent) Scan(env *body.Env, limit int) (end int, balanced, more bool) {
	for x.Pos < limit {
		step := min(limit, x.Pos+work.Step)
		if end, balanced, more = x.scan(env, step); balanced || more || end < step {
			return end, balanced, more
		}
	}
	if x.marker > 0 {
		return x.marker, false, false
	}
	return x.Pos, false, false
}

// scan is Scan for so few bytes that they are counted at once.
func (x *Extent) scan(env *body.Env, limit int) (end int, balanced, more bool) {
	defer env.Visits.Passed(x.Pos, &x.Pos)
	for ; x.Pos < limit; x.Pos++ {
		c := env.Win[x.Pos-env.Base]
		if x.closed && !match.IsSpace(c) {
			if strings.IndexByte(",:]}", c) < 0 {
				return x.marker, true, false
			}
			x.closed, x.marker = false, 0
		}
		quote := x.Quote
		switch {
		case !env.Firsts[c]:
		case quote == 0 && env.Prose.MarkersCount():
			if a := env.StopsAt(x.Pos); a != match.No {
				return x.Pos, a.Yes(), a == match.More
			}
		case quote != 0 && !x.escaped && x.Tagged && x.marker == 0:
			stops, more := env.Markers.CutsString(x.Pos)
			if more {
				return x.Pos, false, true
			}
			if stops && env.Penalties.Budget().Exhausted() { // too much for a search for the string's end
				return x.Pos, true, false
			}
			if stops {
				x.marker = x.Pos
			}
		}
		if x.closes(c) {
			return x.Pos + 1, true, false
		}
		if quote != 0 && x.Quote == 0 {
			x.closed = x.marker > 0
		}
	}
	return x.Pos, false, false
}

// closes counts a byte. It returns true if all brackets are closed behind it.
func (x *Extent) closes(c byte) bool {
	switch {
	case x.escaped:
		x.escaped = false
	case x.Quote != 0:
		if x.escaped = c == '\\'; c == x.Quote {
			x.Quote = 0
		}
	case c == '"':
		x.Quote = c
	default:
		n := int(x.Nests[c])
		x.Depth += n
		return n < 0 && x.Depth <= 0
	}
	return false
}
