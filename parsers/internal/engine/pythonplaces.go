package engine

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// pythonPlaces are where Python calls may be in the output.
type pythonPlaces struct {
	on     bool // they count in this output
	inText bool // in running text, too
	code   bool // what follows is code for an interpreter
	where  pythoncall.Where
	at     int // calls may begin here; -1: nowhere
	free   int // a list that begins here has no penalty, as the one before it

	echo   []byte // what was in the block that ended
	echoAt int    // behind its closer

	chained bool // behind white space, the next list has no penalty, either
}

// reset makes the empty state ready for another output.
func (p *pythonPlaces) reset(g *grammar.Python, cfg *parsers.Config) {
	p.on = g != nil && (cfg.Tools.Given() || g.Names == grammar.NoneDeclared) &&
		(len(cfg.Options.Formats) == 0 || slices.ContainsFunc(g.Formats(), cfg.Counts))
	p.inText = p.on && g.Calls != grammar.PythonMarked
	p.at, p.free, p.echoAt = -1, -1, -1
}

// mayBegin notes that calls may begin at the position.
func (p *pythonPlaces) mayBegin(at int, where pythoncall.Where) {
	if p.inText && !p.code {
		p.at, p.where = at, where
	}
}

// passed notes that no calls begin where they might have.
func (p *pythonPlaces) passed() { p.at = -1 }

// chains notes whether a list behind the one that was read has no penalty, either.
func (p *pythonPlaces) chains(yes bool) { p.chained = yes }

// chain is behind where the next list may begin.
func (p *pythonPlaces) chain(at int) {
	p.at = at
	p.behind(at)
}

// echoes notes what was in the block that ended at offset at.
func (p *pythonPlaces) echoes(text []byte, at int) { p.echo, p.echoAt = text, at }

// interpreted notes whether what follows is code for an interpreter.
func (p *pythonPlaces) interpreted(yes bool) { p.code = yes }

// behind notes that the position is behind a call and what may follow one.
func (p *pythonPlaces) behind(at int) {
	if p.chained {
		p.chained, p.free = false, at
	}
}

// pythonCounts reports whether calls in such a place may count at the position; b is the
// block around them.
func (pr *prose) pythonCounts(where pythoncall.Where, b *grammar.PythonBlock) bool {
	return pr.python.on && !pr.python.code && pr.cur.Config.Counts(pythoncall.Format(pr.pythonOf(where), where, b))
}

// listsCount reports whether lists in such a place may be calls at the position.
func (pr *prose) listsCount(where pythoncall.Where) bool {
	echoed := pr.thinks && pr.cur.Pos == pr.python.echoAt
	return pr.python.on && pr.pythonOf(where).Calls == grammar.PythonLists && pr.quote.think == 0 && (!pr.rules.Nested || echoed) && pr.pythonCounts(where, nil)
}

// pythonOf is how calls are written in such a place at the position.
func (pr *prose) pythonOf(where pythoncall.Where) *grammar.Python {
	g := pr.rules.Grammar.Python
	if where == pythoncall.InFence && pr.quote.code {
		return g.Fence
	}
	return g
}

// opensPython reports whether calls begin at offset at.
func (pr *prose) opensPython(at int, where pythoncall.Where) match.Answer {
	return pythoncall.Opens(pr.place, pr.pythonOf(where), where, pr.cur.Rest(at))
}
