package marks

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
	at  int
	n   int32
	due bool
}

// LeaveFailed leaves the text at offset at, where marker m began nothing, to a marker listed behind
// m, if markers of the grammar share their texts. If there is none, the text is left to the first
// marker, as a quoted one. The marker is looked for again there. No: no other marker is there.
func (ms *Marks) LeaveFailed(m *Marker, at int) match.Answer {
	a := ms.leaveTo(m, at, anyMarker)
	if f := &ms.quotedFirst; a == match.No && f.at == at && !f.due {
		f.due = true
		ms.declined, ms.asked.at = declined{at, int(f.n)}, -1
		ms.Cur.Seek(at)
		return 1
	}
	return a
}

// LeaveUncounted leaves the place of marker m, at the position, to another marker, if one counts. There m
// doesn't. No: no other one does, or the other one turned out to begin nothing.
func (ms *Marks) LeaveUncounted(m *Marker, counts func(*Marker) bool) match.Answer {
	first, at, i := &ms.quotedFirst, ms.Cur.Pos, ms.asked.n
	if first.at == at && first.due {
		return match.No
	}
	a := ms.leaveTo(m, at, counts)
	if a.Yes() && first.at != at {
		*first = quotedFirst{at: at, n: int32(i)}
	}
	return a
}

// PassOver leaves the place of marker m, at the position, as LeaveFailed does, or else passes over its first
// byte. It returns false if more bytes are needed.
func (ms *Marks) PassOver(m *Marker) bool {
	a := ms.LeaveFailed(m, ms.Cur.Pos)
	if a == match.No {
		ms.Cur.Pos++
	}
	return a != match.More
}

func anyMarker(*Marker) bool { return true }

// leaveTo leaves the text at offset at to the first marker listed behind m that will do.
func (ms *Marks) leaveTo(m *Marker, at int, does func(*Marker) bool) match.Answer {
	_, i, a := ms.Another(m, at, does)
	if a.Yes() {
		ms.declined, ms.asked.at = declined{at, i}, -1
		ms.Cur.Seek(at)
	}
	return a
}

// Another looks at offset at for a marker listed behind m that will do, and returns it and its index.
func (ms *Marks) Another(m *Marker, at int, does func(*Marker) bool) (other *Marker, i int, a match.Answer) {
	if !ms.Place.Rules.Grammar.Shared {
		return nil, 0, match.No
	}
	rest := ms.Cur.Rest(at)
	for i = slices.Index(ms.Triggers.begin[rest[0]], m) + 1; ; i++ {
		if other, i, a = ms.markerFrom(i, rest, ms.Cur.Final); !a.Yes() || ms.Wanted(other) && does(other) {
			return other, i, a
		}
	}
}

// MarkerLike is the marker at offset at. If several are there, it is one that will do, if any does.
func (ms *Marks) MarkerLike(at int, does func(*Marker) bool) (*Marker, match.Answer) {
	m, n := ms.MarkerAt(at)
	if !n.Yes() || does(m) {
		return m, n
	}
	if other, _, a := ms.Another(m, at, does); a != match.No {
		return other, a
	}
	return m, n
}

// Decline implements [place.Markers].
func (ms *Marks) Decline(at int) (yes, more bool) {
	a := ms.LeaveFailed(ms.Taken, at)
	return a.Yes(), a == match.More
}
