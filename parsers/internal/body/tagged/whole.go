package tagged

import (
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

// whole says whether a value is an object or an array, in whose strings no tag means anything.
type whole uint8

const (
	notWhole    whole = iota
	wholeUnread       // more of it must tell
	wholeRead         // it is, and its closer is looked for
	wholeEnded        // its closer follows it
)

// passWhole reads on in one that was begun, and that the window ends in.
func (b *reader) passWhole(c *place.Around) bool {
	if !b.value.led {
		return false
	}
	_, a := b.value.typing.Container(&c.Window)
	return a == match.More
}

// passSpace passes the white space behind one, once: a failed call keeps no text.
func (b *reader) passSpace(c *place.Around) {
	if v := &b.value; b.here.pos == v.wholeTo {
		b.here.skipSpace(c)
		v.wholeTo = b.here.pos
	}
}

// inWhole reads on in a value that may be an object or an array; true if more bytes must tell.
// If it is none, the value is read again, from its beginning on.
func (b *reader) inWhole(c *place.Around) (more bool) {
	v := &b.value
	if !v.led {
		b.here.skipSpace(c)
		rest := c.Rest(b.here.pos)
		if len(rest) == 0 {
			return !c.Final
		}
		types := v.types
		if v.json {
			types = schema.Any
		}
		if kind := schema.Kind(rest[0]); kind != schema.Object && kind != schema.Array || kind&types == 0 {
			v.whole = notWhole
			return false
		}
		b.lead(c, b.here.pos+1)
	}
	end, a := v.typing.Container(&c.Window)
	switch {
	case a == match.More:
		return true
	case a.Yes():
		v.wholeTo, v.whole = end, wholeRead
		b.here.moveTo(end)
	default:
		v.whole = notWhole
		b.here.moveTo(v.start)
	}
	return false
}
