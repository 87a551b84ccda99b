package internlm

import (
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/openings"
)

// code is the block with code for the interpreter. It is text, whatever is in it.
var code = openings.Hooks{Markers: []openings.Opening{{
	Marker: markers.Marker{Text: actionStart + interpreter},
	Open:   openCode,
}}}

func openCode(hd *openings.Openings, at int) openings.Candidate {
	c := openings.Own[codeBlock](hd)
	c.at = at + len(actionStart+interpreter)
	return c
}

// A codeBlock is the candidate for such a block, up to its closer.
type codeBlock struct{ at int }

// Step implements [openings.Candidate].
func (c *codeBlock) Step(hd *openings.Openings) bool {
	for {
		rest := hd.Cur.Rest(c.at)
		n := hd.Cur.Visits.IndexByte(rest, actionEnd[0])
		if n < 0 {
			n = len(rest)
		}
		c.at += n
		a := match.Text(actionEnd, rest[n:], hd.Cur.Final)
		hd.Cur.Text(c.at)
		switch {
		case a.Yes():
			c.at += a.Len()
		case n == len(rest) || a == match.More:
			hd.Cur.Seek(c.at)
			return hd.Cur.Final
		default:
			c.at++
			continue
		}
		hd.Cur.Text(c.at)
		hd.Cur.Seek(c.at)
		return true
	}
}
