package tree

import (
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// A mark is a token that means something in a call.
type mark uint8

const (
	noMark mark = iota
	delimiterMark
	closeMark // the call's end
	endMark   // of the turn, or what else ends a call
	beginMark // of another call
)

// markAt tells which token stands at offset at.
func (c *Call) markAt(e *place.Around, at int, rest []byte) (m mark, more bool) {
	if a := match.Text(c.g.Delimiter, rest, e.Final); a != match.No {
		return delimiterMark, a == match.More
	}
	if a := match.Text(c.g.Close, rest, e.Final); a != match.No {
		return closeMark, a == match.More
	}
	marker, a := e.MarkAt(at)
	switch {
	case a == match.More:
		return noMark, true
	case !a.Yes() || !marker.Stops():
		return noMark, false
	case marker.Begins:
		return beginMark, false
	}
	return endMark, false
}
