package around

import (
	"slices"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
)

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
func (l *Lead) MatchMarked(ms *marks.Marks, b []byte, final bool) match.Answer {
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
