package tagged

import (
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// marks say whether a value stands between the grammar's Verbatim.
type marks uint8

const (
	unmarked marks = iota
	unread         // more of it must tell
	marked
)

// marked reads up to where it is known whether the value is marked; true if more
// bytes must tell.
func (b *reader) marked(c *place.Around) (more bool) {
	v := &b.value
	switch at, n := c.TextBehind(v.at, b.given.g.Verbatim.Open); n {
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

// inMarks looks for the mark that ends the value: the parameter's closer stands
// directly behind it.
func (b *lookahead) inMarks(c *place.Around) outcome {
	for {
		if len(b.here.seek(c, b.given.g.Verbatim.Close[0])) == 0 {
			return b.valueGoesOn(c)
		}
		end, a := b.value.marksEnd(c)
		if a == match.More {
			b.value.flush(c, b.here.pos)
			return waits
		}
		if a.Yes() {
			b.value.flush(c, b.here.pos)
			b.value.closer = span{b.here.pos, end}
			b.here.pos, b.here.phase = end, behindTag
			return goesOn
		}
		b.here.pos++
	}
}

// marksEnd matches the mark at the position, and the parameter's closer behind it.
func (b *reader) marksEnd(c *place.Around) (end int, a match.Answer) {
	a = match.Text(b.given.g.Verbatim.Close, c.Rest(b.here.pos), c.Final)
	if !a.Yes() {
		return 0, a
	}
	at, more := c.Space(b.here.pos + a.Len())
	if more {
		return 0, match.More
	}
	a = b.given.tags.ClosingAs(c.Rest(at), b.value.prefix, b.given.g.Parameter.ClosedBy(), c.Final)
	return at + a.Len(), a
}

// seek goes on to the next byte that is first, or to the window's end; rest begins there.
func (b *here) seek(c *place.Around, first byte) (rest []byte) {
	rest = c.Rest(b.pos)
	i := c.Visits.IndexByte(rest, first)
	if i < 0 {
		i = len(rest)
	}
	b.pos += i
	return rest[i:]
}

// valueGoesOn reports the value up to the window's end, behind which it goes on.
func (b *lookahead) valueGoesOn(c *place.Around) outcome {
	if c.Final {
		return isCut
	}
	b.value.flush(c, b.here.pos)
	return waits
}
