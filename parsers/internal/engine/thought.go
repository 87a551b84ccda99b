package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
)

// thoughtKinds are some of a grammar's Thoughts.
type thoughtKinds uint8

// anyThought is one that the prompt opened: no marker said of which kind it is.
const anyThought thoughtKinds = 1<<8 - 1

// thoughtMarkers are the markers of a grammar's thoughts.
func thoughtMarkers(thoughts []grammar.Thought) []Marker {
	var markers []Marker
	for i, t := range thoughts {
		markers = append(markers, marked(t.Open, Marker{opens: 1 << i}), marked(t.Close, Marker{closes: 1 << i}))
	}
	return markers
}

// openThought opens a thought of the kind that the marker up to end says.
func (e *Engine) openThought(end int, kind thoughtKinds) {
	e.Text(e.Pos)
	e.python.thought = e.AtStart(e.Pos) || e.Pos == 0
	e.Pos = end
	e.quote, e.owed = quotation{think: kind}, 0
	e.Markup(end, parsers.RoleThought)
}

// closeThought ends the open thought, or one that a call ended before, at the
// marker that reaches up to end. Quotation opened in it ends with it.
func (e *Engine) closeThought(end int) {
	e.Text(e.Pos)
	e.Pos = end
	e.quote, e.owed = quotation{}, 0
	e.Markup(end, parsers.RoleThoughtEnd)
	if e.python.on && e.python.thought {
		e.python.chained = true
		e.python.mayBegin(end, pythoncall.AtStart)
	}
}

// leaveThought ends the open thought where a call begins in it. The closer that
// may follow later belongs to it.
func (e *Engine) leaveThought() {
	owed := e.quote.think
	e.closeThought(e.Pos)
	e.owed = owed
}

// thoughtMarker handles a marker of thoughts, n bytes long, at the position.
func (e *Engine) thoughtMarker(m *Marker, n int) {
	q := &e.quote
	switch {
	case m.opens != 0 && q.think == 0 && !q.quoted():
		e.openThought(e.Pos+n, m.opens)
	case m.closes&q.think != 0, m.closes&e.owed != 0 && !q.quoted():
		e.closeThought(e.Pos + n)
	default:
		e.Pos++
	}
}
