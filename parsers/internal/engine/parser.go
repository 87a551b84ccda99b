package engine

import "github.com/toolparser/toolparser/parsers/internal/body/object"

// newEngine returns a parser for the table.
func newEngine(t *table) *Engine {
	g := t.Grammar
	e := &Engine{family: t, grammar: g, owns: t.owns()}
	if len(g.Named) > 0 {
		e.sections = new(sections)
	}
	e.frames = newFrames(t)
	if len(g.Tags) > 0 {
		e.tags, e.opened = new(tagCalls), new(openedCall)
	}
	if len(g.Blocks) > 0 {
		e.between = new(object.Between)
	}
	return e
}

// newNested returns the parser that reads quoted text for another one.
func newNested(t *table) *Engine {
	e := newEngine(t)
	e.nested = true
	return e
}
