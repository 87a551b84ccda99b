package tagged

import (
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

// whole says whether a value is an object or an array. Tags in its strings mean nothing.
type whole uint8

const (
	notWhole    whole = iota
	wholeUnread       // more bytes are needed
	wholeRead         // it is one, and its closer is searched for
	wholeEnded        // its closer follows directly
)

// passWhole reads on in a started object or array that continues behind the window.
func (b *reader) passWhole(c *place.Around) bool {
	if !b.value.led {
		return false
	}
	_, a := b.typing.Container(&c.Window)
	return a == match.More
}

// passSpace skips the white space behind an object or array, once: a failed call keeps no text.
func (b *reader) passSpace(c *place.Around) {
	if v := &b.value; b.here.pos == v.wholeTo {
		b.here.skipSpace(c)
		v.wholeTo = b.here.pos
	}
}

// inWhole reads a value that may be an object or an array. It returns true if more bytes are
// needed. If the value is neither, it is read again from its beginning.
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
	end, a := b.typing.Container(&c.Window)
	switch {
	case a == match.More:
		return true
	case a.Yes():
		v.wholeTo, v.whole = end, wholeRead
		b.here.pos = end
	default:
		v.whole = notWhole
		b.here.pos = v.start
	}
	return false
}

// marks says whether a value is between the marks of the grammar's Verbatim.
type marks uint8

const (
	unmarked marks = iota
	unread         // more bytes are needed
	marked
)

// marked reads until it is known whether the value is marked. It returns true if more bytes are
// needed.
func (b *reader) marked(c *place.Around) (more bool) {
	v := &b.value
	switch at, n := c.TextBehind(v.at, b.given.g.Verbatim.Opener()); n {
	case match.More:
		return true
	case match.No:
		v.mark = unmarked
	default:
		v.mark, v.at = marked, at+n.Len()
		b.here.pos = v.at
	}
	return false
}

// marksEnd matches the mark at the position, with the parameter's closer behind it.
func (b *reader) marksEnd(c *place.Around) (end int, a match.Answer) {
	a = match.Text(b.given.g.Verbatim.Closer(), c.Rest(b.here.pos), c.Final)
	if !a.Yes() {
		return 0, a
	}
	at, more := c.Space(b.here.pos + a.Len())
	if more {
		return 0, match.More
	}
	a = b.given.tags.Brackets.TagAs(c.Rest(at), b.given.g.Brackets.Close, b.value.prefix, b.given.g.Parameter.ClosedBy(), c.Final)
	return at + a.Len(), a
}
