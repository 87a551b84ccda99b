package engine

import (
	"slices"

	"github.com/toolparser/toolparser/parsers/internal/match"
)

// declined is an offset at which the markers before the next one turned out to
// begin nothing.
type declined struct{ at, next int }

// quotedFirst is an offset at which the first marker, the n-th one, didn't count, but another
// one did. due: the other one turned out to begin nothing.
type quotedFirst struct {
	at, n int
	due   bool
}

// decline leaves the text at offset at, where marker m began nothing, to a marker listed behind
// m, if markers of the grammar share their texts. If there is none, the text is left to the first
// marker, as a quoted one. The marker is looked for again there. No: no other marker is there.
func (ms *marks) decline(m *Marker, at int) match.Answer {
	a := ms.leaveTo(m, at, anyMarker)
	if f := &ms.quotedFirst; a == match.No && f.at == at && !f.due {
		f.due = true
		ms.declined, ms.asked.at = declined{at, f.n}, -1
		ms.cur.Seek(at)
		return 1
	}
	return a
}

func anyMarker(*Marker) bool { return true }

// leaveTo leaves the text at offset at to the first marker listed behind m that will do.
func (ms *marks) leaveTo(m *Marker, at int, does func(*Marker) bool) match.Answer {
	i, a := ms.another(m, at, does)
	if a.Yes() {
		ms.declined, ms.asked.at = declined{at, i}, -1
		ms.cur.Seek(at)
	}
	return a
}

// another looks at offset at for a marker listed behind m that will do, and returns its index.
func (ms *marks) another(m *Marker, at int, does func(*Marker) bool) (i int, a match.Answer) {
	if !ms.rules.grammar.Shared {
		return 0, match.No
	}
	rest := ms.cur.Rest(at)
	for i = slices.Index(ms.triggers.begin[rest[0]], m) + 1; ; i++ {
		if m, i, a = ms.markerFrom(i, rest, ms.cur.Final); !a.Yes() || ms.wanted(m) && does(m) {
			return i, a
		}
	}
}

// markerLike is the marker at offset at. If several are there, it is one that will do, if any does.
func (ms *marks) markerLike(at int, does func(*Marker) bool) (*Marker, match.Answer) {
	m, n := ms.MarkerAt(at)
	if !n.Yes() || does(m) {
		return m, n
	}
	switch i, a := ms.another(m, at, does); {
	case a == match.More:
		return nil, a
	case a.Yes():
		return ms.triggers.begin[ms.cur.Rest(at)[0]][i], a
	}
	return m, n
}

// Decline implements [place.Markers].
func (ms *marks) Decline(at int) (yes, more bool) {
	a := ms.decline(ms.taken, at)
	return a.Yes(), a == match.More
}

// passOver is the candidate for a marker that opens nothing: it leaves the marker in the text,
// or its place to another marker.
func (hd *heads) passOver(m *Marker, at int) Candidate {
	hd.declining = declining{m, at}
	return &hd.declining
}

// declining is the candidate that waits until it is known whether another marker is at an offset.
type declining struct {
	marker *Marker
	at     int
}

// Step implements [Candidate].
func (d *declining) Step(e *Engine) bool {
	switch a := e.marks.decline(d.marker, d.at); {
	case a == match.More:
		return false
	case a == match.No:
		e.cur.Seek(d.at + 1)
	}
	return true
}
