package engine

import (
	"github.com/toolparser/toolparser/parsers/internal/heads"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// newEngine returns a parser for the table.
func newEngine(t *heads.Table) *Engine {
	e := new(Engine)
	cur, ru, ms, co, pr, qt, ar := &e.cur, &e.rules, &e.marks, &e.costs, &e.prose, &e.quoting, &e.around
	e.place = place.Around{Cursor: cur, Rules: ru, Costs: co, Markers: ms, Prose: pr, Calls: ar, Breaks: ms.Breaks}
	ru.Cur, ru.Grammar = cur, t.Grammar
	ms.Cur, ms.Rules, ms.Place = cur, ru, &e.place
	co.Init(cur, ms)
	pr.Init(cur, ru, ms, co, &e.place)
	qt.Init(pr)
	e.skipper.Init(pr)
	ar.Init(cur, ru, ms, co, pr)
	e.heads.Init(t, &heads.Below{
		Cur: cur, Rules: ru, Marks: ms, Costs: co, Prose: pr, Quoting: qt, Around: ar, Place: &e.place,
	})
	return e
}
