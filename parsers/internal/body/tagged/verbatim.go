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
func (b *Call) marked(c *place.Around) (more bool) {
	v := &b.value
	switch at, n := c.TextBehind(v.at, b.g.Verbatim.Open); n {
	case match.More:
		return true
	case match.No:
		v.mark = unmarked
	default:
		v.mark, v.at = marked, at+n.Len()
		b.pos = v.at
	}
	return false
}

// inMarks looks for the mark that ends the value: the parameter's closer stands
// directly behind it.
func (b *Call) inMarks(c *place.Around) (more, done bool) {
	for {
		if len(b.seek(c, b.g.Verbatim.Close[0])) == 0 {
			return b.valueGoesOn(c)
		}
		end, a := b.marksEnd(c)
		if a == match.More {
			b.flush(c, b.pos)
			return true, false
		}
		if a.Yes() {
			b.mayEndAt(b.pos, end)
			return false, false
		}
		b.pos++
	}
}

// marksEnd matches the mark at the position, and the parameter's closer behind it.
func (b *Call) marksEnd(c *place.Around) (end int, a match.Answer) {
	a = match.Text(b.g.Verbatim.Close, c.Rest(b.pos), c.Final)
	if !a.Yes() {
		return 0, a
	}
	at, more := c.Space(b.pos + a.Len())
	if more {
		return 0, match.More
	}
	a = b.tags.ClosingAs(c.Rest(at), b.value.prefix, b.g.Parameter.ClosedBy(), c.Final)
	return at + a.Len(), a
}

// seek goes on to the next byte that is first, or to the window's end; rest begins there.
func (b *Call) seek(c *place.Around, first byte) (rest []byte) {
	rest = c.Rest(b.pos)
	i := c.Visits.IndexByte(rest, first)
	if i < 0 {
		i = len(rest)
	}
	b.pos += i
	return rest[i:]
}

// valueGoesOn reports the value up to the window's end, behind which it goes on.
func (b *Call) valueGoesOn(c *place.Around) (more, done bool) {
	if c.Final {
		return false, b.cut(c)
	}
	b.flush(c, b.pos)
	return true, false
}
