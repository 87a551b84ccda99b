package marks

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// gates say where no call can count, so that nothing is held back there.
type gates struct {
	Inline, Fence bool // no JSON in running text, in fences
	Lead          bool // nor at the start of the output
	markers       bool // some markers' formats may not count
}

// newGates makes the gates of an output for which the request chose formats.
func newGates(g *grammar.Grammar, cfg *parsers.Config) gates {
	lead := g.Lead == nil || !mayCount(g.Lead.Shape, cfg, false)
	return gates{
		Inline: !mayCount(g.JSON, cfg, false), Fence: !mayCount(g.JSON, cfg, true), Lead: lead, markers: true,
	}
}

// mayCount reports whether a format of the calls that the shape holds counts. The shape is inside of the other ones.
func mayCount(s *grammar.Shape, cfg *parsers.Config, fenced bool, outer ...*grammar.Shape) bool {
	if s == nil || slices.Contains(outer, s) {
		return false
	}
	format := s.Format
	if fenced && s.FencedFormat != "" {
		format = s.FencedFormat
	}
	if format != "" && cfg.Counts(format) {
		return true
	}
	for i := range s.Fields {
		if f := &s.Fields[i]; f.Format != "" && cfg.Counts(f.Format) || mayCount(f.Shape, cfg, fenced, append(outer, s)...) {
			return true
		}
	}
	return false
}

// outside is what markers must know of what is around calls. What is around writes it down here.
type outside struct {
	Section bool // a section is open
	Wrapped bool // a wrapper is open
	Begun   bool // a message of frames began, or ended
	Calls   bool // a message to a tool is open that holds calls in tags
	ShellAt int  // a call here has tokens of its own before it; -1: none has
}

// Inside reports whether calls at offset at are in a wrapper, or behind a token.
func (o *outside) Inside(at int) bool { return o.Wrapped || o.ShellAt == at }

// Wanted reports whether a call that the marker begins may count. Tags in frames begin none outside of a
// message to a tool.
func (ms *Marks) Wanted(m *Marker) bool {
	return !(m.Framed && ms.Outside.Begun && !ms.Outside.Calls) && (!ms.Gates.markers || len(m.Formats) == 0 || slices.ContainsFunc(m.Formats, ms.Cur.Config.Counts))
}
