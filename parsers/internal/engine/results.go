package engine

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// resultMarkers are the markers of what a model takes for a tool's result.
func resultMarkers(results []grammar.Result) []Marker {
	markers := make([]Marker, len(results))
	for i := range results {
		r := &results[i]
		matches := spelled([]string{r.Open}, true)
		markers[i] = Marker{First: r.Open[0], Match: matches, Open: func(e *Engine, at int) Candidate {
			if !e.opensResult(at) {
				return nil
			}
			return &invented{result: r, pos: at + int(matches(e.Rest(at), true))}
		}}
	}
	return markers
}

// opensResult tells whether a line begins at offset at, or a call ended there.
func (e *Engine) opensResult(at int) bool {
	last := e.before.then(e.Win[:at-e.Base])[1]
	return last == 0 || last == '\n' || e.behind == at
}

// invented is the candidate for a result that the model invents: it is content
// up to its closer, an end-of-turn token or the end of the output.
type invented struct {
	result *grammar.Result
	pos    int
}

// Step implements [Candidate].
func (c *invented) Step(e *Engine) bool {
	for ; ; c.pos++ {
		rest := e.Rest(c.pos)
		if len(rest) == 0 {
			e.Text(c.pos)
			e.Pos = c.pos
			return e.Final
		}
		if rest[0] != '<' {
			continue
		}
		n := match.Spelling(c.result.Close, rest, e.Final, true)
		m, token := e.MarkerAt(c.pos)
		if n == match.More || token == match.More {
			e.Text(c.pos)
			return false
		}
		if n.Yes() || token.Yes() && m.Ends == place.EndsBlock {
			e.Pos = c.pos + n.Len()
			e.Text(e.Pos)
			return true
		}
	}
}
