package engine

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
		markers = append(markers, byFirst(Opening{marks.Spelled(r.Open, true, marks.Marker{}), func(e *Engine, at int) Candidate {
			if !e.around.opensResult(at) {
				return nil
			}
			closes := func(b []byte, final bool) match.Answer {
				return match.AnySpelling(e.cur.Visits, r.Close, b, final, true)
			}
			return &invented{closes: closes, pos: at + match.AnySpelling(e.cur.Visits, r.Open, e.cur.Rest(at), true, true).Len()}
		}}, r.Open)...)
	}
	return markers
}

// opensResult reports whether a line begins at offset at, or a call ended there.
func (ar *around) opensResult(at int) bool {
	return ar.cur.Before(at).Byte() == '\n' || ar.prose.CallEndedAt(at)
}

// invented is the candidate for a result that the model invents. It goes up to its closer, an
// end-of-turn token or the end of the output.
type invented struct {
	closes func(b []byte, final bool) match.Answer
	pos    int
}

// Step implements [Candidate].
func (c *invented) Step(e *Engine) bool {
	for ; ; c.pos++ {
		rest := e.cur.Rest(c.pos)
		i := bytetable.Index(rest, 0, &e.marks.Triggers.Tags)
		e.cur.Visits.Add(i)
		if i == len(rest) {
			c.pos += i
			c.report(e)
			e.cur.Pos = c.pos
			return e.cur.Final
		}
		c.pos += i
		n := c.closes(rest[i:], e.cur.Final)
		m, token := e.marks.MarkerAt(c.pos)
		if n == match.More || token == match.More {
			c.report(e)
			return false
		}
		if n.Yes() || token.Yes() && m.Ends == place.EndsBlock {
			c.pos += n.Len()
			e.cur.Pos = c.pos
			c.report(e)
			return true
		}
	}
}

// report reports what is before the position.
func (c *invented) report(e *Engine) {
	if e.cur.Config.CutResults {
		e.cur.Markup(c.pos, parsers.RoleTrail)
	} else {
		e.cur.Text(c.pos)
	}
}
