package marks

import (
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// MarkAt implements [place.Markers].
func (ms *Marks) MarkAt(at int) (place.Mark, match.Answer) {
	m, n := ms.MarkerAt(at)
	return m.mark(), n
}

// MarkIn implements [place.Markers].
func (ms *Marks) MarkIn(b []byte, final bool) (place.Mark, match.Answer) {
	m, n := ms.markerIn(b, final)
	return m.mark(), n
}

// Breaks is [place.Around.Breaks].
func (ms *Marks) Breaks(b []byte, final bool) match.Answer {
	m, n := ms.markerIn(b, final)
	return ms.cuts(m, n, b, final)
}

// CutsString implements [place.Markers].
func (ms *Marks) CutsString(at int) (yes, more bool) {
	m, n := ms.MarkerAt(at)
	a := ms.cuts(m, n, ms.Cur.Rest(at), ms.Cur.Final)
	return a.Yes(), a == match.More
}

// cuts is the answer n, of marker m at the start of b, for a string. If several families share
// the table, a tag that isn't one of the call's own is data in a string.
func (ms *Marks) cuts(m *Marker, n match.Answer, b []byte, final bool) match.Answer {
	switch {
	case !n.Yes():
		return n
	case !m.Stops():
		return match.No
	case m.Plain && ms.Rules.Grammar.Shared && ms.Place.Own != nil:
		return ms.Place.Own.OwnMarker(ms.Cur.Visits, b, final)
	}
	return n
}
