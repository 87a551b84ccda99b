package engine

import "github.com/toolparser/toolparser/parsers/internal/body/object"

// newEngine returns a parser for the table.
func newEngine(t *table) *Engine {
	e := &Engine{table: t}
	cur, ru, ms, co, pr, py, around := &e.cur, &e.rules, &e.marks, &e.costs, &e.prose, &e.python, &e.place
	ru.Cur, ru.Grammar = cur, t.Grammar
	ms.Cur, ms.Rules, ms.Place = cur, ru, around
	co.Init(cur, ms)
	pr.Init(cur, ru, ms, co, around)
	py.Init(pr)
	qt, ar, hd := &e.quoting, &e.around, &e.heads
	qt.Init(pr, py)
	e.skipper.Init(pr, py)
	ar.cur, ar.rules, ar.marks, ar.costs, ar.prose, ar.place = cur, ru, ms, co, pr, around
	hd.cur, hd.rules, hd.marks, hd.prose, hd.python, hd.quoting, hd.around, hd.place = cur, ru, ms, pr, py, qt, ar, around
	hd.owns = t.owns()
	if len(t.Named) > 0 {
		ar.sections = &Sections{cur: cur, marks: ms, costs: co, prose: pr}
	}
	ar.frames = newFrames(t)
	if len(t.Tags) > 0 {
		ar.tags = new(tagCalls)
	}
	if len(t.Blocks) > 0 {
		hd.between = new(object.Between)
	}
	return e
}

// newNested returns the parser that reads quoted text for another one.
func newNested(t *table) *Engine {
	e := newEngine(t)
	e.rules.Nested = true
	return e
}
