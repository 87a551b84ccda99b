package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// thoughtKinds are some of a grammar's Thoughts.
type thoughtKinds uint32

// anyThought is one that the prompt opened: no marker said of which kind it is.
const anyThought thoughtKinds = 1<<32 - 1

// thoughtMarkers are the markers of a grammar's thoughts; those that open one at
// the start of the output only are starts.
func thoughtMarkers(thoughts []grammar.Thought) (openers, closers, starts []Marker) {
	for i, t := range thoughts {
		for _, text := range append([]string{t.Open}, t.OpenToo...) {
			if open := marked(text, Marker{opens: 1 << i}); t.Start {
				starts = append(starts, open)
			} else {
				openers = append(openers, open)
			}
		}
		for _, text := range append([]string{t.Close}, t.CloseToo...) {
			closers = append(closers, marked(text, Marker{closes: 1 << i}))
		}
	}
	return openers, closers, starts
}

// openerAt tells whether a marker that opens a thought stands at offset at.
func (e *Engine) openerAt(at int) match.Answer {
	if len(e.Rest(at)) == 0 {
		return match.No
	}
	m, n := e.MarkerAt(at)
	if n.Yes() && m.opens == 0 {
		return match.No
	}
	return n
}

// openThought opens a thought of the kind that the marker up to end says.
func (e *Engine) openThought(end int, kind thoughtKinds) {
	e.Text(e.Pos)
	e.leading = e.AtStart(e.Pos) || e.Pos == 0
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
	e.LineBegins() // a server that takes the thought away gives its caller the same
	if e.python.on && e.leading {
		e.python.chained = true
		e.python.mayBegin(end, pythoncall.AtStart)
	}
	e.leading = false
}

// leaveThought ends the open thought where a call begins in it. The closer that
// may follow later belongs to it.
func (e *Engine) leaveThought() {
	if e.sectionThought != noSectionThought {
		e.sectionThought = noSectionThought
		e.Markup(e.Pos, parsers.RoleThoughtEnd)
		return
	}
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
		e.started = e.grammar.Lead == nil || !e.leading // the output begins behind it
		e.closeThought(e.Pos + n)
		e.due.answer = true
	default:
		e.Pos++
	}
}

// closer handles the closer of a thought at the position, or passes over its byte.
func (e *Engine) closer() bool {
	m, n := e.MarkerAt(e.Pos)
	if n.Yes() && m.closes != 0 {
		e.thoughtMarker(m, int(n))
	} else if n != match.More {
		e.Pos++
	}
	return n != match.More
}
