package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// openerAt reports whether a marker that opens a thought is at offset at.
func (qt *quoting) openerAt(at int) match.Answer {
	if len(qt.cur.Rest(at)) == 0 {
		return match.No
	}
	m, n := qt.marks.MarkerAt(at)
	if n.Yes() && m.OpensThoughts == 0 {
		return match.No
	}
	return n
}

// openThought opens a thought of the kind that the marker up to end opens.
func (qt *quoting) openThought(end int, kind marks.Thoughts) {
	qt.cur.Text(qt.cur.Pos)
	qt.prose.openThought(kind)
	qt.cur.Pos = end
	qt.cur.Markup(end, parsers.RoleThought)
}

// closeThought ends the open thought, or one that a call ended before, at the
// marker that reaches up to end. Quotation opened in it ends with it.
func (qt *quoting) closeThought(end int) {
	qt.cur.Text(qt.cur.Pos)
	qt.cur.Pos = end
	qt.cur.Markup(end, parsers.RoleThoughtEnd)
	qt.prose.closeThought()
}

// leaveThought ends the open thought where a call begins in it. The closer that
// may follow later belongs to it.
func (qt *quoting) leaveThought() {
	if qt.prose.sectionThought != noSectionThought {
		qt.prose.inSection(noSectionThought)
		qt.cur.Markup(qt.cur.Pos, parsers.RoleThoughtEnd)
		return
	}
	owed := qt.prose.quote.think
	qt.closeThought(qt.cur.Pos)
	qt.prose.owe(owed)
}

// thoughtMarker handles a marker of thoughts, n bytes long, at the position.
func (qt *quoting) thoughtMarker(m *marks.Marker, n int) {
	q := &qt.prose.quote
	switch {
	case m.OpensThoughts != 0 && q.think == 0 && !q.quoted():
		qt.openThought(qt.cur.Pos+n, m.OpensThoughts)
	case m.ClosesThoughts&q.think != 0, m.ClosesThoughts&qt.prose.owed != 0 && !q.quoted():
		if qt.rules.Grammar.Lead != nil && qt.prose.leading {
			qt.prose.restart() // the output begins behind it
		}
		qt.closeThought(qt.cur.Pos + n)
		qt.due.answer = true
	default:
		qt.cur.Pos++
	}
}

// closer handles the closer of a thought at the position, or passes over its byte.
func (qt *quoting) closer() bool {
	m, n := qt.marks.MarkerAt(qt.cur.Pos)
	if n.Yes() && m.ClosesThoughts != 0 {
		qt.thoughtMarker(m, int(n))
	} else if n != match.More {
		qt.cur.Pos++
	}
	return n != match.More
}
