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

// newGates makes the gates of an output for which the request chose formats.
func newGates(g *grammar.Grammar, cfg *parsers.Config) gates {
	lead := g.Lead == nil || !mayCount(g.Lead.Shape, cfg, false, 0)
	return gates{
		inline: !mayCount(g.JSON, cfg, false, 0), fence: !mayCount(g.JSON, cfg, true, 0), lead: lead, markers: true,
	}
}

// mayCount reports whether a format of the calls that the shape holds counts.
func mayCount(s *grammar.Shape, cfg *parsers.Config, fenced bool, depth int) bool {
	if s == nil || depth > object.MaxFrames {
		return false
	}
	if formatCounts(cfg, s.Format, s.FencedFormat, fenced) {
		return true
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		if formatCounts(cfg, f.Format, "", fenced) ||
			mayCount(f.Shape, cfg, fenced, depth+1) {
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

// wanted reports whether a call that the marker begins may count.
func (ms *marks) wanted(m *Marker) bool {
	return !(m.framed && ms.outside.past()) && (!ms.gates.markers || len(m.Formats) == 0 || slices.ContainsFunc(m.Formats, ms.cur.Config.Counts))
}

// jsonAllowed reports whether JSON at the position may be a call.
func (pr *prose) jsonAllowed() bool {
	q := &pr.quote
	switch {
	case pr.rules.grammar.JSON == nil && pr.rules.grammar.Lead == nil || pr.noJSON && (pr.special != pr.cur.Pos || !pr.rules.grammar.Shared):
		return false
	case q.inFence():
		return q.json && !q.block
	case pr.special == pr.cur.Pos:
		return !pr.marks.gates.inline
	case pr.rules.nested: // more calls, where text is where the family writes them
		return pr.thinks && pr.behind == pr.cur.Pos && !pr.rules.grammar.Penalty.InText() && !pr.marks.gates.inline
	}
	return q.inline == 0 && q.think == 0 && !(pr.marks.gates.inline && pr.marks.gates.lead)
}

// outside is what markers must know of what is around calls. What is around
// writes it down here.
type outside struct {
	section *Section // the kind of the section that is open; nil: none is
	wrapped bool     // a wrapper is open
	shellAt int      // a call here has tokens of its own before it; -1: none has
	begun   bool     // a message began, or ended
	calls   bool     // a message to a tool is open that holds calls in tags
}

// inSection notes the section that is open; nil: none is.
func (o *outside) inSection(kind *Section) { o.section = kind }

// messageBegins notes that a message begins, or ends.
func (o *outside) messageBegins() { o.begun = true }

// toTool notes whether a message to a tool is open.
func (o *outside) toTool(open bool) { o.calls = open }

// inWrapper notes whether a wrapper is open.
func (o *outside) inWrapper(open bool) { o.wrapped = open }

// shellEnds notes that the call at offset at has tokens before it.
func (o *outside) shellEnds(at int) { o.shellAt = at }

// past reports whether what is here can't be a call: a message was seen, and none to
// a tool is open.
func (o *outside) past() bool { return o.begun && !o.calls }

// inside reports whether calls at offset at are in a wrapper, or behind a token.
func (o *outside) inside(at int) bool { return o.wrapped || o.shellAt == at }
