package around

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// Frames are what is known of the sections of a message. All text between them is running text.
type Frames struct {
	Lead    *Lead // nil: there is none
	Header  Header
	lacking int // a marker is missing here, before the first call of the message to a tool; -1: none is
	last    int // its last call ended here; -1: there was none
}

// newFrames makes the frames of a grammar; nil if it has none.
func newFrames(g *grammar.Grammar) *Frames {
	if g.Frames == nil {
		return nil
	}
	f := &Frames{Lead: NewLead(g)}
	f.Header.Messages, f.Header.Calls = g.Frames.Messages, g.CallsInMessages()
	return f
}

// again makes the state ready for another output.
func (f *Frames) again() {
	if f != nil {
		f.Header.last = match.No
		f.lacking = -1
	}
}

// Rereads has the header that was read last read anew.
func (f *Frames) Rereads() { f.Header.last = match.No }

// CallsBegin notes that a message to a tool begins; a marker is missing at an offset; -1: none is.
func (f *Frames) CallsBegin(missing int) { f.lacking, f.last = missing, -1 }

// Missing is where a marker is missing before the first call of a message; -1: none is. It is
// said once, since only that call has the repair.
func (f *Frames) Missing() int {
	if f == nil {
		return -1
	}
	at := f.lacking
	f.lacking = -1
	return at
}

// EndsSection reports whether the marker, which no header goes on behind, ends a
// section by beginning another one.
func EndsSection(m *marks.Marker) bool {
	return m.Frame == marks.FrameSection || m.Frame == marks.FrameLed || m.Frame == marks.NoFramePart && m.Begins && m.Think
}

// BeginsCalls reports whether the marker, which is before the text rest, begins calls that no
// message is around.
func (f *Frames) BeginsCalls(m *marks.Marker, rest []byte) bool {
	switch m.Frame {
	case marks.NoFramePart:
		return m.Begins && m.Think
	case marks.FrameLed:
		return !f.Lead.frame(rest)
	}
	return false
}

// frameCounts reports whether calls in messages may count.
func (ar *Around) frameCounts() bool {
	m := ar.rules.Grammar.Frames.Messages
	return ar.cur.Config.Counts(m.Format) || m.Body != nil && ar.cur.Config.Counts(m.Body.Format) || ar.rules.Grammar.CallsInMessages() && slices.ContainsFunc(ar.rules.Grammar.Blocks, func(b grammar.Block) bool {
		return ar.cur.Config.Counts(b.Format)
	})
}

// EndCalls ends the message at its end, or where another one begins; missing: its end is missing.
func (ar *Around) EndCalls(end int, missing bool) {
	f := ar.Frames
	ar.Wrappers.leave()
	if missing && f.last >= 0 {
		ar.cur.Handler.Amend(MissingMarker(f.last))
	}
	ar.marks.Outside.Calls = false
	ar.cur.Markup(end, parsers.RoleClose)
}

// LeadTo reports the n bytes at offset at, which are before a section's marker. Before a call's
// marker, they belong to the call.
func (ar *Around) LeadTo(at, n int) {
	role := parsers.RoleFrame
	if !ar.Frames.Lead.frame(ar.cur.Rest(at + n)) {
		role = parsers.RoleLead
	}
	ar.costs.PassPenalty(at, at+n)
	ar.cur.MarkupTo(at+n, role)
}
