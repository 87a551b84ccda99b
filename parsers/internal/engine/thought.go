package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// thoughtKinds are some of a grammar's Thoughts.
type thoughtKinds uint32

// anyThought is one that the prompt opened: no marker said of which kind it is.
const anyThought thoughtKinds = 1<<32 - 1

// thoughtMarkers are the markers of a grammar's thoughts. starts are those that open a
// thought at the start of the output only.
func thoughtMarkers(g *grammar.Grammar) (openers, closers, starts []Marker) {
	for i, t := range g.Thoughts {
		list := &openers
		if t.PlainText() {
			list = &starts
		}
		for _, text := range t.Open {
			*list = append(*list, marked(text, Marker{opens: 1 << i}))
		}
		for _, text := range t.Close {
			closers = append(closers, marked(text, Marker{closes: 1 << i}))
		}
	}
	return openers, closers, starts
}

// openerAt reports whether a marker that opens a thought is at offset at.
func (qt *quoting) openerAt(at int) match.Answer {
	if len(qt.cur.Rest(at)) == 0 {
		return match.No
	}
	m, n := qt.marks.MarkerAt(at)
	if n.Yes() && m.opens == 0 {
		return match.No
	}
	return n
}

// openThought opens a thought of the kind that the marker up to end opens.
func (qt *quoting) openThought(end int, kind thoughtKinds) {
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
func (qt *quoting) thoughtMarker(m *Marker, n int) {
	q := &qt.prose.quote
	switch {
	case m.opens != 0 && q.think == 0 && !q.quoted():
		qt.openThought(qt.cur.Pos+n, m.opens)
	case m.closes&q.think != 0, m.closes&qt.prose.owed != 0 && !q.quoted():
		if qt.rules.grammar.Lead != nil && qt.prose.leading {
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
	if n.Yes() && m.closes != 0 {
		qt.thoughtMarker(m, int(n))
	} else if n != match.More {
		qt.cur.Pos++
	}
	return n != match.More
}
