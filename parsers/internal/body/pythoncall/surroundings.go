package pythoncall

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// surroundings holds what is known of the place, except for its calls. It decides what ends the place.
type surroundings struct {
	g     *grammar.Python
	where Where
	block *grammar.PythonBlock // around the calls; nil: there is none
	free  bool                 // calls have a penalty of 0.3
	sure  bool                 // all text here is calls: each is reported once its first argument begins
	any   bool                 // any name counts
	lost  bool                 // the block's closer follows, but its opener is missing
}

func (su *surroundings) opens(python *grammar.Python, where Where) {
	anyName := where.anyName(python) || where == InText && python.Names != grammar.AllDeclared
	*su = surroundings{
		g: python, where: where, any: anyName,
		sure: anyName && !(where == InText && python.Echoed() != nil),
		free: where == InText || where == OnLine || where == InFence && python.Label == "",
	}
}

// inside reports whether the calls are in a block or in a fence.
func (su *surroundings) inside() bool { return su.where == InBlock || su.where == InFence }

// The properties that all calls here share.
func (su *surroundings) begun() parsers.Begin {
	return parsers.Begin{Format: su.format(), Declared: su.where == AtStart && su.any}
}

func (su *surroundings) format() string {
	if su.block != nil {
		return su.g.BlockFormat(su.block)
	}
	return Format(su.g, su.where, nil)
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
func (su *surroundings) ends(env *body.Env, at int) match.Answer {
	switch c := env.Rest(at)[0]; {
	case su.where == OnLine && c == '\n':
		return match.Answer(1)
	case su.where == InFence && fence.Begins[c]:
		ending, more := env.Calls.FenceEndingAt(at)
		if more {
			return match.More
		}
		return match.If(ending != body.EndsNothing)
	case su.where != InFence && env.Firsts[c]:
		switch {
		case !su.begins(env, at):
			return markerEnds(env, at)
		case !env.Final:
			return match.More
		}
		return match.Answer(1)
	}
	return match.No
}

// begins reports whether the window ends in the beginning of the block's closer, at offset at.
func (su *surroundings) begins(env *body.Env, at int) bool {
	return su.block != nil && match.Spelling(env.Visits, su.block.Markers.Closer(), env.Rest(at), false, true) == match.More
}

// closer reports whether the block's closer is at offset at.
func (su *surroundings) closer(env *body.Env, at int) match.Answer {
	rest := env.Rest(at)
	if su.block == nil || len(rest) == 0 {
		return match.No
	}
	a := markerEnds(env, at)
	if a.Yes() && !match.Spelling(env.Visits, su.block.Markers.Closer(), rest, true, true).Yes() {
		return match.No
	}
	return a
}

// markerEnds reports whether a marker at offset at ends the text before it.
func markerEnds(env *body.Env, at int) match.Answer {
	m, n := env.Markers.MarkAt(at)
	if n == match.More {
		return n
	}
	return match.If(n.Yes() && (m.Ends != body.EndsNothing || !m.Opens))
}
