package prose

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
)

// pythonPlaces are where Python calls may be in the output.
type pythonPlaces struct {
	on     bool // they count in this output
	inText bool // in running text, too
	Code   bool // what follows is code for an interpreter
	where  pythoncall.Where
	at     int // calls may begin here; -1: nowhere
	free   int // a list that begins here has no penalty, as the one before it

	echo   []byte // what was in the block that ended
	echoAt int    // behind its closer

	Chained bool // behind white space, the next list has no penalty, either
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
	if p.inText && !p.Code {
		p.at, p.where = at, where
	}
}

// Echoes notes what was in the block that ended at offset at.
func (p *pythonPlaces) Echoes(text []byte, at int) { p.echo, p.echoAt = text, at }

// behind notes that the position is behind a call and what may follow one.
func (p *pythonPlaces) behind(at int) {
	if p.Chained {
		p.Chained, p.free = false, at
	}
}
