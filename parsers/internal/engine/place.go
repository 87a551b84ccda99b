package engine

import (
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// MarkAt implements [place.Markers].
func (ms *marks) MarkAt(at int) (place.Mark, match.Answer) {
	m, n := ms.MarkerAt(at)
	return m.mark(), n
}

// MarkIn implements [place.Markers].
func (ms *marks) MarkIn(b []byte, final bool) (place.Mark, match.Answer) {
	m, n := ms.markerIn(b, final)
	return m.mark(), n
}

// breaks is [place.Around.Breaks].
func (ms *marks) breaks(b []byte, final bool) match.Answer {
	m, n := ms.markerIn(b, final)
	return ms.cuts(m, n, b, final)
}

// CutsString implements [place.Markers].
func (ms *marks) CutsString(at int) (yes, more bool) {
	m, n := ms.MarkerAt(at)
	a := ms.cuts(m, n, ms.cur.Rest(at), ms.cur.Final)
	return a.Yes(), a == match.More
}

// cuts is the answer n, of marker m at the start of b, for a string. If several families share
// the table, a tag that isn't one of the call's own is data in a string.
func (ms *marks) cuts(m *Marker, n match.Answer, b []byte, final bool) match.Answer {
	switch {
	case !n.Yes():
		return n
	case !m.stops():
		return match.No
	case m.plain && ms.rules.grammar.Shared && ms.place.Own != nil:
		return ms.place.Own.OwnMarker(ms.cur.Visits, b, final)
	}
	return n
}

// TurnEnd implements [place.Prose].
func (pr *prose) TurnEnd(at int) match.Answer {
	if !pr.marks.triggers.mayEndTurn(pr.cur.Visits, pr.cur.Rest(at), pr.cur.Final) {
		return match.No // most tags end no turn, and comparing all markers takes longer
	}
	m, n := pr.marks.MarkerAt(at)
	frame := m != nil && (m.frame == frameEnd || m.frame == frameStart || m.frame == frameChannel)
	if n.Yes() && m.Ends != place.EndsBlock && m.closes&pr.owed == 0 && !frame {
		return match.No
	}
	return n
}

// mayEndTurn reports whether one of the markers that may end a turn begins b.
func (t *triggers) mayEndTurn(v *visit.Count, b []byte, final bool) bool {
	for _, m := range t.turnEnds {
		if m.first() == b[0] && !m.second.rulesOut(b) && matchMarker(v, m, b, final) != match.No {
			return true
		}
	}
	return false
}
