package prose

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// StartThought opens the thought that the prompt opened, if it did, where the output begins with what is at
// offset at; more: more bytes must tell.
func (qt *Quoting) StartThought(at int) (more bool) {
	if !qt.Cur.Config.ReasoningOpen || qt.Cur.Pos != 0 || qt.Prose.Quote.Think|qt.Prose.owed != 0 || len(qt.Rules.Grammar.Thoughts) == 0 {
		return false
	}
	var m *marks.Marker
	a := match.No
	if len(qt.Cur.Rest(at)) > 0 {
		m, a = qt.Marks.MarkerAt(at)
	}
	if a == match.No || a.Yes() && m.OpensThoughts == 0 { // otherwise the prompt held no opener, or the output repeats it
		qt.OpenThought(0, marks.AnyThought)
	}
	return a == match.More
}

// OpenThought opens a thought of the kind that the marker up to end opens.
func (qt *Quoting) OpenThought(end int, kind marks.Thoughts) {
	qt.Cur.Text(qt.Cur.Pos)
	qt.Prose.openThought(kind)
	qt.Cur.MarkupTo(end, parsers.RoleThought)
}

// closeThought ends the open thought, or one that a call ended before, at the
// marker that reaches up to end. Quotation opened in it ends with it.
func (qt *Quoting) closeThought(end int) {
	qt.Cur.Text(qt.Cur.Pos)
	qt.Cur.MarkupTo(end, parsers.RoleThoughtEnd)
	qt.Prose.closeThought()
}

// LeaveThought ends the open thought where a call begins in it. The closer that
// may follow later belongs to it.
func (qt *Quoting) LeaveThought() {
	if qt.Prose.SectionThought != NoSectionThought {
		qt.Prose.SectionThought = NoSectionThought
		qt.Cur.Markup(qt.Cur.Pos, parsers.RoleThoughtEnd)
		return
	}
	owed := qt.Prose.Quote.Think
	qt.closeThought(qt.Cur.Pos)
	qt.Prose.owed = owed
}

// ThoughtMarker handles a marker of thoughts, n bytes long, at the position.
func (qt *Quoting) ThoughtMarker(m *marks.Marker, n int) {
	q := &qt.Prose.Quote
	switch {
	case m.OpensThoughts != 0 && q.Think == 0 && !q.Quoted():
		qt.OpenThought(qt.Cur.Pos+n, m.OpensThoughts)
	case m.ClosesThoughts&q.Think != 0, m.ClosesThoughts&qt.Prose.owed != 0 && !q.Quoted():
		if qt.Rules.Grammar.Lead != nil && qt.Prose.leading {
			qt.Prose.Started = false // the output begins behind it
		}
		qt.closeThought(qt.Cur.Pos + n)
		qt.due.Answer = true
	default:
		qt.Cur.Pos++
	}
}

// closer handles the closer of a thought at the position, or passes over its byte.
func (qt *Quoting) closer() bool {
	m, n := qt.Marks.MarkerAt(qt.Cur.Pos)
	if n.Yes() && m.ClosesThoughts != 0 {
		qt.ThoughtMarker(m, int(n))
	} else if n != match.More {
		qt.Cur.Pos++
	}
	return n != match.More
}
