package pythoncall

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// given holds what is known of the place, except for its calls. It decides what ends the place.
type given struct {
	g     *grammar.Python
	where Where
	block *grammar.PythonBlock // around the calls; nil: there is none
	free  bool                 // calls have a penalty of 0.3
	sure  bool                 // all text here is calls: each is reported once its first argument begins
	any   bool                 // any name counts
	lost  bool                 // the block's closer follows, but its opener is missing
}

func (g *given) opens(python *grammar.Python, where Where) {
	anyName := where.anyName(python) || where == InText && python.Names != grammar.AllDeclared
	*g = given{
		g: python, where: where, any: anyName,
		sure: anyName && !(where == InText && python.Echoed() != nil),
		free: where == InText || where == OnLine || where == InFence && python.Label == "",
	}
}

// inside reports whether the calls are in a block or in a fence.
func (g *given) inside() bool { return g.where == InBlock || g.where == InFence }

// The properties that all calls here share.
func (g *given) begun() parsers.Begin {
	return parsers.Begin{Format: g.format(), Declared: g.where == AtStart && g.any}
}

func (g *given) format() string {
	if g.block != nil {
		return g.g.BlockFormat(g.block)
	}
	return Format(g.g, g.where, nil)
}

// Format returns the format of the calls in a place. b is the block around them.
func Format(g *grammar.Python, where Where, b *grammar.PythonBlock) string {
	switch where {
	case InBlock:
		return g.BlockFormat(b)
	case AtStart:
		return g.StartsAs()
	}
	return g.Format
}

// ends reports whether the place ends at offset at.
func (g *given) ends(e *body.Around, at int) match.Answer {
	switch c := e.Rest(at)[0]; {
	case g.where == OnLine && c == '\n':
		return match.Answer(1)
	case g.where == InFence && fence.Begins[c]:
		ending, more := e.Calls.FenceEndingAt(at)
		if more {
			return match.More
		}
		return match.If(ending != body.EndsNothing)
	case g.where != InFence && e.Firsts[c]:
		switch {
		case !g.begins(e, at):
			return markerEnds(e, at)
		case !e.Final:
			return match.More
		}
		return match.Answer(1)
	}
	return match.No
}

// begins reports whether the window ends in the beginning of the block's closer, at offset at.
func (g *given) begins(e *body.Around, at int) bool {
	return g.block != nil && match.Spelling(e.Visits, g.block.Markers.Closer(), e.Rest(at), false, true) == match.More
}

// closer reports whether the block's closer is at offset at.
func (g *given) closer(e *body.Around, at int) match.Answer {
	rest := e.Rest(at)
	if g.block == nil || len(rest) == 0 {
		return match.No
	}
	a := markerEnds(e, at)
	if a.Yes() && !match.Spelling(e.Visits, g.block.Markers.Closer(), rest, true, true).Yes() {
		return match.No
	}
	return a
}

// markerEnds reports whether a marker at offset at ends the text before it.
func markerEnds(e *body.Around, at int) match.Answer {
	m, n := e.Markers.MarkAt(at)
	if n == match.More {
		return n
	}
	return match.If(n.Yes() && (m.Ends != body.EndsNothing || !m.Opens))
}
