package engine

import (
	"slices"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// pythonPlaces are where Python calls may stand in the output.
type pythonPlaces struct {
	on     bool // they count in this output
	inText bool // in running text, too
	code   bool // what follows is code for an interpreter
	where  pythoncall.Where
	at     int // calls may begin here; -1: nowhere
	free   int // a list that begins here costs nothing, as one did before it

	echo   []byte // what stood in the block that ended
	echoAt int    // behind its closer

	chained bool // behind white space, the next list costs nothing, either
}

// reset makes the empty state ready for another output.
func (p *pythonPlaces) reset(e *Engine) {
	g := e.grammar.Python
	p.on = g != nil && (e.Config.Tools.Given() || g.Native) &&
		(len(e.Config.Options.Formats) == 0 || slices.ContainsFunc(g.Formats(), e.Config.Counts))
	p.inText = p.on && !g.Marked
	p.at, p.free, p.echoAt = -1, -1, -1
}

// mayBegin notes that calls may begin at the position.
func (p *pythonPlaces) mayBegin(at int, where pythoncall.Where) {
	if p.inText && !p.code {
		p.at, p.where = at, where
	}
}

// behind notes that the position is behind a call and what may follow one.
func (p *pythonPlaces) behind(at int) {
	if p.chained {
		p.chained, p.free = false, at
	}
}

// pythonCounts tells whether calls there may count where the position is; b is
// the block around them.
func (e *Engine) pythonCounts(where pythoncall.Where, b *grammar.PythonBlock) bool {
	return e.python.on && !e.python.code && e.Config.Counts(pythoncall.Format(e.pythonOf(where), where, b))
}

// listsCount tells whether lists there may be calls where the position is.
func (e *Engine) listsCount(where pythoncall.Where) bool {
	echoed := e.thinks && e.Pos == e.python.echoAt
	return e.python.on && e.pythonOf(where).Lists && e.quote.think == 0 && (!e.nested || echoed) && e.pythonCounts(where, nil)
}

// pythonOf is how calls are written in a place where the position is.
func (e *Engine) pythonOf(where pythoncall.Where) *grammar.Python {
	g := e.grammar.Python
	if where == pythoncall.InFence && e.quote.code {
		return &g.Fence.Calls
	}
	return g
}

// opensPython tells whether calls begin at offset at.
func (e *Engine) opensPython(at int, where pythoncall.Where) match.Answer {
	return pythoncall.Opens(&e.place, e.pythonOf(where), where, e.Rest(at))
}
