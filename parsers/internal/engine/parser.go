package engine

import (
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/openings"
)

// newEngine returns a parser for the table.
func newEngine(t *openings.Table) *Engine {
	e := new(Engine)
	e.Place = body.Env{
		Cursor: &e.Cur, Rules: &e.Rules, Penalties: &e.Penalties, Markers: &e.Markers, Prose: &e.Prose, Calls: &e.Enclosing, Breaks: e.Markers.Breaks,
	}
	e.Rules.Cur, e.Rules.Grammar = &e.Cur, t.Grammar
	e.Markers.Cur, e.Markers.Place = &e.Cur, &e.Place
	e.Penalties.Init(&e.Markers)
	e.Prose.Init(&e.Below.Below)
	e.Quoting.Init(&e.Prose)
	e.skipper.Init(&e.Prose)
	e.Enclosing.Init(&e.Prose)
	e.openings.Init(t, &e.Below)
	return e
}
