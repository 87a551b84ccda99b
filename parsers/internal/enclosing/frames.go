package enclosing

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// Frames are what is known of the sections of a message. All text between them is running text.
// See docs/models/formats, "Frames".
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
func EndsSection(m *markers.Marker) bool {
	return m.Frame == markers.FrameSection || m.Frame == markers.FrameLed || m.Frame == markers.NoFramePart && m.Begins && m.Think
}

// BeginsCalls reports whether the marker, which is before the text rest, begins calls that no
// message is around.
func (f *Frames) BeginsCalls(m *markers.Marker, rest []byte) bool {
	switch m.Frame {
	case markers.NoFramePart:
		return m.Begins && m.Think
	case markers.FrameLed:
		return !f.Lead.frame(rest)
	}
	return false
}

// frameCounts reports whether calls in messages may count.
func (en *Enclosing) frameCounts() bool {
	m := en.Rules.Grammar.Frames.Messages
	return en.Cur.Config.Counts(m.Format) || m.Body != nil && en.Cur.Config.Counts(m.Body.Format) || en.Rules.Grammar.CallsInMessages() && slices.ContainsFunc(en.Rules.Grammar.Blocks, func(b grammar.Block) bool {
		return en.Cur.Config.Counts(b.Format)
	})
}

// EndCalls ends the message at its end, or where another one begins; missing: its end is missing.
func (en *Enclosing) EndCalls(end int, missing bool) {
	f := en.Frames
	en.Wrappers.Leave()
	if missing && f.last >= 0 {
		en.Cur.Handler.Amend(MissingMarker(f.last))
	}
	en.Markers.Outside.Calls = false
	en.Cur.Markup(end, parsers.RoleClose)
}

// LeadTo reports the n bytes at offset at, which are before a section's marker. Before a call's
// marker, they belong to the call.
func (en *Enclosing) LeadTo(at, n int) {
	role := parsers.RoleFrame
	if !en.Frames.Lead.frame(en.Cur.Rest(at + n)) {
		role = parsers.RoleLead
	}
	en.Penalties.PassPenalty(at, at+n)
	en.Cur.MarkupTo(at+n, role)
}

// A Lead looks for the token and the name before the marker of a section or of a block.
type Lead struct {
	token    string
	sections []string
	blocks   []string
}

// NewLead makes the lead of a grammar; nil if it has none.
func NewLead(g *grammar.Grammar) *Lead {
	if g.Frames == nil || g.Frames.Lead == "" {
		return nil
	}
	l := &Lead{token: g.Frames.Lead}
	led := func(texts ...string) []string {
		if len(g.Frames.Led) == 0 {
			return texts
		}
		return slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return !slices.Contains(g.Frames.Led, text) })
	}
	for i := range g.Frames.Sections {
		s := &g.Frames.Sections[i]
		if s.Is == grammar.SectionUntold {
			l.blocks = append(l.blocks, led(s.Open)...)
		} else {
			l.sections = append(l.sections, led(s.Open)...)
		}
	}
	for i := range g.Blocks {
		l.blocks = append(l.blocks, led(g.Blocks[i].Markers.Open...)...)
	}
	return l
}

// maxLead bounds the name in a lead, in bytes.
const maxLead = 128

// MatchMarked matches the token, and the name behind it, before a section's marker.
func (l *Lead) MatchMarked(ms *markers.Finder, b []byte, final bool) match.Answer {
	n := match.Text(l.token, b, final)
	if !n.Yes() {
		return n
	}
	switch a := l.opensAt(b[n:], final); {
	case a == match.More:
		return a
	case a.Yes():
		return n
	}
	return l.Match(ms.Cur, b[n:], final).Plus(n.Len())
}

// Match matches a name before a section's marker.
func (l *Lead) Match(cur *cursor.Cursor, b []byte, final bool) match.Answer {
	switch a := names.Spaced(cur.Config.Tools.Spaced(), b, final); {
	case a == match.More:
		return a
	case a.Yes():
		return l.before(b, a.Len(), final)
	}
	n := 0
	for n < len(b) && n < maxLead && isLeadByte(b[n]) {
		n++
	}
	cur.Visits.Add(n)
	if n == 0 {
		return match.No
	}
	return l.before(b, n, final)
}

// before matches a name of n bytes if a section's or a block's marker is behind it.
func (l *Lead) before(b []byte, n int, final bool) match.Answer {
	if a := l.opensAt(b[n:], final); !a.Yes() {
		return a
	}
	return match.Answer(n)
}

// opensAt reports whether b begins with a section's or a block's marker.
func (l *Lead) opensAt(b []byte, final bool) match.Answer {
	if a := match.Any(l.sections, b, final); a != match.No {
		return a
	}
	return match.Any(l.blocks, b, final)
}

// frame reports whether b begins with a section's marker, not a call's.
func (l *Lead) frame(b []byte) bool { return match.Any(l.sections, b, true).Yes() }

func isLeadByte(c byte) bool {
	return match.IsLetter(c) || '-' <= c && c <= ':' || c == '_'
}

// BuiltIn reports whether the server runs the tool itself.
func (h *Header) BuiltIn(cur *cursor.Cursor) bool {
	first, _, _ := strings.Cut(h.To, ".")
	return slices.Contains(h.Messages.BuiltIn, first) && !cur.Declared(h.To)
}

// Name is the tool that the recipient names, and the repair that this needed.
func (h *Header) Name(cur *cursor.Cursor) (name string, kind repair.Kind) {
	to := h.To
	if to != "" && names.BeginsQuote(to[0]) && cur.Repairs() && !cur.Declared(to) {
		if inner, ok := names.Unquoted([]byte(to)); ok {
			to, kind = string(inner), repair.QuoteStyle
		}
	}
	bare := strings.TrimPrefix(to, h.Messages.Prefix)
	if !cur.Declared(bare) && cur.Declared(to) {
		return to, kind
	}
	name, further := h.declared(cur, bare)
	return name, cmp.Or(further, kind)
}

// declared is the declared tool that a name stands for. The tool may be named behind a dot, or run
// into a content type or a channel whose token is missing. If there is no such tool, it is the name.
func (h *Header) declared(cur *cursor.Cursor, name string) (declared string, kind repair.Kind) {
	if cur.Declared(name) || !cur.Repairs() || !cur.Config.Tools.Given() && names.Plain([]byte(name)) {
		return name, 0
	}
	text := []byte(name)
	if found, kind := names.True(cur.Visits, cur.Config, text); kind != 0 {
		return string(found), kind
	}
	if found, ok := names.Suffix(cur.Visits, cur.Config, text, "."); ok {
		return string(found), repair.ToolName
	}
	for _, word := range h.Messages.Words {
		if found, ok := strings.CutSuffix(name, word); ok && cur.Declared(found) {
			return found, repair.ToolName
		}
	}
	return name, 0
}
