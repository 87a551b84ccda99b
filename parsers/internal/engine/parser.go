package engine

import (
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/openings"
)

// newEngine returns a parser for the table.
func newEngine(t *openings.Table) *Engine {
	e := new(Engine)
	e.Place = body.Around{
		Cursor: &e.Cur, Rules: &e.Rules, Costs: &e.Costs, Markers: &e.Marks, Prose: &e.Prose, Calls: &e.Around, Breaks: e.Marks.Breaks,
	}
	e.Rules.Cur, e.Rules.Grammar = &e.Cur, t.Grammar
	e.Marks.Cur, e.Marks.Place = &e.Cur, &e.Place
	e.Costs.Init(&e.Marks)
	e.Prose.Init(&e.Below.Below)
	e.Quoting.Init(&e.Prose)
	e.skipper.Init(&e.Prose)
	e.Around.Init(&e.Prose)
	e.heads.Init(t, &e.Below)
	return e
}
