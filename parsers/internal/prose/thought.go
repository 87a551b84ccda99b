package prose

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// StartThought opens the thought that the prompt opened, if it did, where the output begins with what is at
// offset at; more: more bytes must tell.
func (qt *Quoting) StartThought(at int) (more bool) {
	if !qt.cur.Config.ReasoningOpen || qt.cur.Pos != 0 || qt.prose.Quote.Think|qt.prose.owed != 0 || len(qt.rules.Grammar.Thoughts) == 0 {
		return false
	}
	var m *marks.Marker
	a := match.No
	if len(qt.cur.Rest(at)) > 0 {
		m, a = qt.marks.MarkerAt(at)
	}
	if a == match.No || a.Yes() && m.OpensThoughts == 0 { // otherwise the prompt held no opener, or the output repeats it
		qt.OpenThought(0, marks.AnyThought)
	}
	return a == match.More
}

// OpenThought opens a thought of the kind that the marker up to end opens.
func (qt *Quoting) OpenThought(end int, kind marks.Thoughts) {
	qt.cur.Text(qt.cur.Pos)
	qt.prose.openThought(kind)
	qt.cur.MarkupTo(end, parsers.RoleThought)
}

// closeThought ends the open thought, or one that a call ended before, at the
// marker that reaches up to end. Quotation opened in it ends with it.
func (qt *Quoting) closeThought(end int) {
	qt.cur.Text(qt.cur.Pos)
	qt.cur.MarkupTo(end, parsers.RoleThoughtEnd)
	qt.prose.closeThought()
}

// LeaveThought ends the open thought where a call begins in it. The closer that
// may follow later belongs to it.
func (qt *Quoting) LeaveThought() {
	if qt.prose.SectionThought != NoSectionThought {
		qt.prose.SectionThought = NoSectionThought
		qt.cur.Markup(qt.cur.Pos, parsers.RoleThoughtEnd)
		return
	}
	owed := qt.prose.Quote.Think
	qt.closeThought(qt.cur.Pos)
	qt.prose.owed = owed
}

// ThoughtMarker handles a marker of thoughts, n bytes long, at the position.
func (qt *Quoting) ThoughtMarker(m *marks.Marker, n int) {
	q := &qt.prose.Quote
	switch {
	case m.OpensThoughts != 0 && q.Think == 0 && !q.Quoted():
		qt.OpenThought(qt.cur.Pos+n, m.OpensThoughts)
	case m.ClosesThoughts&q.Think != 0, m.ClosesThoughts&qt.prose.owed != 0 && !q.Quoted():
		if qt.rules.Grammar.Lead != nil && qt.prose.leading {
			qt.prose.Started = false // the output begins behind it
		}
		qt.closeThought(qt.cur.Pos + n)
		qt.due.Answer = true
	default:
		qt.cur.Pos++
	}
}

// closer handles the closer of a thought at the position, or passes over its byte.
func (qt *Quoting) closer() bool {
	m, n := qt.marks.MarkerAt(qt.cur.Pos)
	if n.Yes() && m.ClosesThoughts != 0 {
		qt.ThoughtMarker(m, int(n))
	} else if n != match.More {
		qt.cur.Pos++
	}
	return n != match.More
}
