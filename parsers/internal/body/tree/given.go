package tree

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// given holds what the opening says about the call, and the repairs of the call. It decides which
// token is at an offset.
type given struct {
	g       *grammar.Tree
	start   int
	bare    bool // the tokens around it are missing
	repairs []parsers.Repair
}

// A mark is a token that means something in a call.
type mark uint8

const (
	noMark mark = iota
	delimiterMark
	closeMark // the end of the call
	endMark   // the end of the turn, or something else that ends a call
	beginMark // the beginning of another call
)

func (g *given) note(kind repair.Kind, at int) {
	g.repairs = append(g.repairs, parsers.Repair{Kind: kind, Offset: at})
}

func (g *given) format() string {
	if g.bare {
		return g.g.Bare
	}
	return g.g.Format
}

// markAt returns which token is at offset at.
func (g *given) markAt(e *place.Around, at int, rest []byte) (m mark, more bool) {
	if a := match.Text(g.g.Delimiter, rest, e.Final); a != match.No {
		return delimiterMark, a == match.More
	}
	marker, a := e.Markers.MarkAt(at)
	switch {
	case a == match.More:
		return noMark, true
	case !a.Yes() || !marker.Stops():
		return noMark, false
	case marker.Begins:
		return beginMark, false
	case marker.Text == g.g.Markers.Closer():
		return closeMark, false
	}
	return endMark, false
}

func (g *given) delimiterAt(rest []byte) bool { return match.Text(g.g.Delimiter, rest, true).Yes() }
