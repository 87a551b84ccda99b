package tagged

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// Note notes a repair. It is rare: inlined at thirty places, it takes every call through
// 2 KB of code more.
//
//go:noinline
func (h *Header) Note(kind repair.Kind, at int) {
	h.Repairs = append(h.Repairs, parsers.Repair{Kind: kind, Offset: at})
}

func (b *args) begin(c *place.Around) {
	if b.begun {
		return
	}
	b.begun = true
	c.Handler.BeginCall(parsers.Begin{
		At: b.given.At, Name: b.given.Name, Format: b.given.format(), FreeText: b.given.Free, Mergeable: b.given.Mergeable,
	})
}

func (b *given) format() string {
	if b.Unnamed {
		return b.g.Elements.Format
	}
	return b.g.Format
}

// fail reports that the call failed at the position. It is read on to its end.
func (b *here) fail(c *place.Around, reason parsers.Reason, message string) {
	b.seen.end = 0 // what is read from now on may end before that tag does
	inner := b.given.Inner
	if b.given.Untold {
		inner = 0
	}
	b.FailAt(c, b.pos, inner, parsers.Invalid{
		Name: b.given.Name, Format: b.given.format(), Reason: reason, Message: message, FreeText: b.given.Free,
	})
}

// fits tells whether a tag with this prefix may belong to the call.
func (b *given) fits(prefix []byte) bool {
	return len(prefix) == 0 || string(prefix) == b.Prefix
}
