package heads

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// resultMarkers are the markers of results that the model invents.
func resultMarkers(results []grammar.Markers) []Opening {
	var markers []Opening
	for i := range results {
		r := &results[i]
		markers = append(markers, byFirst(Opening{marks.Spelled(r.Open, true, marks.Marker{}), func(hd *Heads, at int) Candidate {
			if hd.Cur.Before(at).Byte() != '\n' && !hd.Prose.CallEndedAt(at) { // it begins a line, or is behind a call
				return nil
			}
			return &invented{closers: r.Close, pos: at + match.AnySpelling(hd.Cur.Visits, r.Open, hd.Cur.Rest(at), true, true).Len()}
		}}, r.Open)...)
	}
	return markers
}

// invented is the candidate for a result that the model invents. It goes up to its closer, an
// end-of-turn token or the end of the output.
type invented struct {
	closers []string
	pos     int
}

// Step implements [Candidate].
func (c *invented) Step(hd *Heads) bool {
	for ; ; c.pos++ {
		rest := hd.Cur.Rest(c.pos)
		i := bytetable.Index(rest, 0, &hd.Marks.Triggers.Tags)
		hd.Cur.Visits.Add(i)
		if i == len(rest) {
			c.pos += i
			c.report(hd)
			return hd.Cur.Final
		}
		c.pos += i
		n := match.AnySpelling(hd.Cur.Visits, c.closers, rest[i:], hd.Cur.Final, true)
		m, token := hd.Marks.MarkerAt(c.pos)
		if n == match.More || token == match.More {
			c.report(hd)
			return false
		}
		if n.Yes() || token.Yes() && m.Ends == place.EndsBlock {
			c.pos += n.Len()
			c.report(hd)
			return true
		}
	}
}

// report reports what is before the position.
func (c *invented) report(hd *Heads) {
	hd.Cur.Pos = c.pos
	if hd.Cur.Config.CutResults {
		hd.Cur.Markup(c.pos, parsers.RoleTrail)
	} else {
		hd.Cur.Text(c.pos)
	}
}
