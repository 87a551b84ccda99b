package prose

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// StartThought opens the thought that the prompt opened, if it did, where the output begins with what is at
// offset at; more: more bytes must tell.
func (qt *Quoting) StartThought(at int) (more bool) {
	if !qt.prose.Cur.Config.ReasoningOpen || qt.prose.Cur.Pos != 0 || qt.prose.Quote.Think|qt.prose.owed != 0 || len(qt.prose.Rules.Grammar.Thoughts) == 0 {
		return false
	}
	var m *marks.Marker
	a := match.No
	if len(qt.prose.Cur.Rest(at)) > 0 {
		m, a = qt.prose.Marks.MarkerAt(at)
	}
	if a == match.No || a.Yes() && m.OpensThoughts == 0 { // otherwise the prompt held no opener, or the output repeats it
		qt.OpenThought(0, marks.AnyThought)
	}
	return a == match.More
}

// OpenThought opens a thought of the kind that the marker up to end opens.
func (qt *Quoting) OpenThought(end int, kind marks.Thoughts) {
	qt.prose.Cur.Text(qt.prose.Cur.Pos)
	qt.prose.openThought(kind)
	qt.prose.Cur.MarkupTo(end, parsers.RoleThought)
}

// closeThought ends the open thought, or one that a call ended before, at the
// marker that reaches up to end. Quotation opened in it ends with it.
func (qt *Quoting) closeThought(end int) {
	qt.prose.Cur.Text(qt.prose.Cur.Pos)
	qt.prose.Cur.MarkupTo(end, parsers.RoleThoughtEnd)
	qt.prose.closeThought()
}

// LeaveThought ends the open thought where a call begins in it. The closer that
// may follow later belongs to it.
func (qt *Quoting) LeaveThought() {
	if qt.prose.SectionThought != NoSectionThought {
		qt.prose.SectionThought = NoSectionThought
		qt.prose.Cur.Markup(qt.prose.Cur.Pos, parsers.RoleThoughtEnd)
		return
	}
	owed := qt.prose.Quote.Think
	qt.closeThought(qt.prose.Cur.Pos)
	qt.prose.owed = owed
}

// ThoughtMarker handles a marker of thoughts, n bytes long, at the position.
func (qt *Quoting) ThoughtMarker(m *marks.Marker, n int) {
	q := &qt.prose.Quote
	switch {
	case m.OpensThoughts != 0 && q.Think == 0 && !q.Quoted():
		qt.OpenThought(qt.prose.Cur.Pos+n, m.OpensThoughts)
	case m.ClosesThoughts&q.Think != 0, m.ClosesThoughts&qt.prose.owed != 0 && !q.Quoted():
		if qt.prose.Rules.Grammar.Lead != nil && qt.prose.leading {
			qt.prose.Started = false // the output begins behind it
		}
		qt.closeThought(qt.prose.Cur.Pos + n)
		qt.due.Answer = true
	default:
		qt.prose.Cur.Pos++
	}
}

// closer handles the closer of a thought at the position, or passes over its byte.
func (qt *Quoting) closer() bool {
	m, n := qt.prose.Marks.MarkerAt(qt.prose.Cur.Pos)
	if n.Yes() && m.ClosesThoughts != 0 {
		qt.ThoughtMarker(m, int(n))
	} else if n != match.More {
		qt.prose.Cur.Pos++
	}
	return n != match.More
}
