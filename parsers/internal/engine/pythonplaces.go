package engine

import "github.com/toolparser/toolparser/parsers/internal/body/pythoncall"

// pythonPlaces are where Python calls may stand in the output.
type pythonPlaces struct {
	on    bool // they count in this output
	code  bool // what follows is code for an interpreter
	where pythoncall.Where
	at    int // calls may begin here; -1: nowhere
	free  int // a list that begins here costs nothing, as one did before it

	chained bool // behind white space, the next list costs nothing, either
}

func newPythonPlaces(e *Engine) pythonPlaces {
	g := e.grammar.Python
	on := g != nil && e.Config.Tools.Given() &&
		(e.Config.Counts(g.Format) || g.Fence != nil && e.Config.Counts(g.Fence.Calls.Format))
	return pythonPlaces{on: on, at: -1, free: -1}
}

// mayBegin notes that calls may begin at the position.
func (p *pythonPlaces) mayBegin(at int, where pythoncall.Where) {
	if p.on && !p.code {
		p.at, p.where = at, where
	}
}

// opened tells whether a token stands before offset at behind which calls may begin.
func (p *pythonPlaces) opened(at int) bool { return p.at == at && p.where == pythoncall.InBlock }

// behind notes that the position is behind a call and what may follow one.
func (p *pythonPlaces) behind(at int) {
	if p.chained {
		p.chained, p.free = false, at
	}
}

// listsCount tells whether lists may be calls where the position is.
func (e *Engine) listsCount() bool {
	return e.python.on && e.grammar.Python.Lists && e.quote.think == 0 && !e.nested
}
