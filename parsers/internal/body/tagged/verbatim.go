package tagged

import (
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

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
