package engine

import (
	"slices"

	"github.com/toolparser/toolparser/parsers/internal/match"
)

// declined is an offset at which the markers before the next one turned out to
// begin nothing.
type declined struct{ at, next int }

// quotedFirst is an offset at which the n-th marker was the first one, and didn't count,
// but another one did. Due: that turned out to begin nothing.
type quotedFirst struct {
	at, n int
	due   bool
}

// decline leaves what stands at offset at, where marker m began nothing, to one behind
// it, if markers of the grammar share their texts, or at last to the first, as a quoted
// one: it is looked for again there. No if none stands there.
func (e *Engine) decline(m *Marker, at int) match.Answer {
	a := e.leaveTo(m, at, anyMarker)
	if f := &e.quotedFirst; a == match.No && f.at == at && !f.due {
		f.due = true
		e.declined, e.asked.at = declined{at, f.n}, -1
		e.Seek(at)
		return 1
	}
	return a
}

func anyMarker(*Marker) bool { return true }

// leaveTo leaves what stands at offset at to the first marker behind m that will do.
func (e *Engine) leaveTo(m *Marker, at int, does func(*Marker) bool) match.Answer {
	i, a := e.another(m, at, does)
	if a.Yes() {
		e.declined, e.asked.at = declined{at, i}, -1
		e.Seek(at)
	}
	return a
}

// another looks at offset at for a marker behind m that will do, by its index.
func (e *Engine) another(m *Marker, at int, does func(*Marker) bool) (i int, a match.Answer) {
	if !e.grammar.Shared {
		return 0, match.No
	}
	rest := e.Rest(at)
	for i = slices.Index(e.triggers.begin[rest[0]], m) + 1; ; i++ {
		if m, i, a = e.markerFrom(i, rest, e.Final); !a.Yes() || e.wanted(m) && does(m) {
			return i, a
		}
	}
}

// markerLike is the marker at offset at: one that will do, if several stand there.
func (e *Engine) markerLike(at int, does func(*Marker) bool) (*Marker, match.Answer) {
	m, n := e.MarkerAt(at)
	if !n.Yes() || does(m) {
		return m, n
	}
	switch i, a := e.another(m, at, does); {
	case a == match.More:
		return nil, a
	case a.Yes():
		return e.triggers.begin[e.Rest(at)[0]][i], a
	}
	return m, n
}

// Decline implements [place.Place].
func (e *Engine) Decline(at int) (yes, more bool) {
	a := e.decline(e.taken, at)
	return a.Yes(), a == match.More
}

// passOver is the candidate that leaves a marker in the text that opens nothing, or
// to another one.
func (e *Engine) passOver(m *Marker, at int) Candidate {
	e.declining = declining{m, at}
	return &e.declining
}

// declining is the candidate that waits for whether another marker stands at an offset.
type declining struct {
	marker *Marker
	at     int
}

// Step implements [Candidate].
func (d *declining) Step(e *Engine) bool {
	switch a := e.decline(d.marker, d.at); {
	case a == match.More:
		return false
	case a == match.No:
		e.Seek(d.at + 1)
	}
	return true
}
