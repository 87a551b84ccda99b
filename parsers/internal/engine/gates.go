package engine

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
)

// gates say where no call can count, so that nothing is held back there.
type gates struct {
	inline, fence bool // no JSON in running text, in fences
	lead          bool // nor at the start of the output
	markers       bool // some markers' formats may not count
}

// newGates tells it of an output for which a choice of formats was made.
func newGates(g *grammar.Grammar, cfg *parsers.Config) gates {
	lead := g.Lead == nil || !mayCount(g.Lead.Shape, cfg, false, 0)
	return gates{
		inline: !mayCount(g.JSON, cfg, false, 0), fence: !mayCount(g.JSON, cfg, true, 0), lead: lead, markers: true,
	}
}

// mayCount tells whether a format of the calls that the shape holds counts.
func mayCount(s *grammar.Shape, cfg *parsers.Config, fenced bool, depth int) bool {
	if s == nil || depth > object.MaxFrames {
		return false
	}
	if formatCounts(cfg, s.Format, s.FencedFormat, fenced) {
		return true
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		if formatCounts(cfg, f.Format, f.FencedFormat, fenced) ||
			mayCount(f.Object, cfg, fenced, depth+1) || mayCount(f.List, cfg, fenced, depth+1) ||
			mayCount(f.First, cfg, fenced, depth+1) {
			return true
		}
	}
	return false
}

func formatCounts(cfg *parsers.Config, format, fenced string, inFence bool) bool {
	if inFence && fenced != "" {
		format = fenced
	}
	return format != "" && cfg.Counts(format)
}

// wanted tells whether a call that the marker begins may count.
func (e *Engine) wanted(m *Marker) bool {
	return !(m.framed && e.outside.past()) && (!e.gates.markers || len(m.Formats) == 0 || slices.ContainsFunc(m.Formats, e.Config.Counts))
}

// jsonAllowed tells whether JSON at the position may be a call.
func (e *Engine) jsonAllowed() bool {
	q := &e.quote
	switch {
	case e.grammar.JSON == nil && e.grammar.Lead == nil || e.noJSON && (e.special != e.Pos || !e.grammar.ToolsOnly):
		return false
	case q.fence > 0:
		return q.json && !q.block
	case e.special == e.Pos:
		return !e.gates.inline
	case e.nested: // more calls, where text is where the family writes them
		return e.thinks && e.behind == e.Pos && !e.grammar.InlineFree && !e.gates.inline
	}
	return q.inline == 0 && q.think == 0 && !(e.gates.inline && e.gates.lead)
}
