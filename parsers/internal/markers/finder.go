package markers

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// Finder decides which marker is at an offset. Its exported fields are set before the first output.
type Finder struct {
	_        buffers.NoCopy
	Cur      *cursor.Cursor
	Place    *body.Env
	Triggers *Triggers
	sought   *match.Sought // what ends a token's attributes; nil: none was searched for yet
	opened   *openedCall   // a call's opening tag; nil: the grammar has no such calls

	state
}

// state is what is known of the output that is being read.
type state struct {
	FormatFilter formatFilter // where no call can count
	Outside      outside      // what is around calls
	asked        asked
	declined     declined
	quotedFirst  quotedFirst
	Taken        *Marker // the marker that was opened last, and its length
	TakenLen     int
}

// Reset makes the finder ready for another output.
func (fi *Finder) Reset(cfg *parsers.Config) {
	fi.state = state{}
	if fi.sought != nil {
		*fi.sought = match.Sought{}
	}
	fi.asked.at, fi.declined.at, fi.quotedFirst.at, fi.Outside.ShellAt = -1, -1, -1, -1
	if len(cfg.Options.Formats) > 0 {
		fi.FormatFilter = newFormatFilter(fi.Place.Rules.Grammar, cfg)
	}
	if fi.opened == nil && len(fi.Place.Rules.Grammar.Tags) > 0 {
		fi.opened = new(openedCall)
	}
	fi.opened.reset()
}

// Searched is the last search for what ends a token's attributes. It can go on after a reset, in the same output.
func (fi *Finder) Searched() match.Sought {
	if fi.sought == nil {
		return match.Sought{}
	}
	return *fi.sought
}

// GoOn goes on with a search.
func (fi *Finder) GoOn(s match.Sought) {
	if fi.sought != nil {
		*fi.sought = s
	}
}

// WindowMoves notes that the window moves.
func (fi *Finder) WindowMoves() { fi.opened.forget() }

// Take notes the marker that is opened, n bytes long.
func (fi *Finder) Take(m *Marker, n int) { fi.Taken, fi.TakenLen = m, n }

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
func (fi *Finder) LeaveFailed(m *Marker, at int) match.Answer {
	a := fi.leaveTo(m, at, anyMarker)
	if f := &fi.quotedFirst; a == match.No && f.at == at && !f.due {
		f.due = true
		fi.declined, fi.asked.at = declined{at, int(f.n)}, -1
		fi.Cur.Seek(at)
		return 1
	}
	return a
}

// LeaveAll leaves the text at offset at: no marker there began anything.
func (fi *Finder) LeaveAll(at int) {
	fi.declined, fi.asked.at = declined{at, len(fi.Triggers.begin[fi.Cur.Rest(at)[0]])}, -1
	fi.Cur.Seek(at)
}

// LeaveForm notes that no form begins at the bracket at offset at. Markers, and JSON, may begin there.
func (fi *Finder) LeaveForm(at int) { fi.declined, fi.asked.at = declined{at, 0}, -1 }

// FormLeft reports whether no form begins at the bracket at offset at: LeaveForm was called, or a marker there declined.
func (fi *Finder) FormLeft(at int) bool { return fi.declined.at == at }

// LeaveUncounted leaves the place of marker m, at the position, to another marker, if one counts. There m
// doesn't. No: no other one does, or the other one turned out to begin nothing.
func (fi *Finder) LeaveUncounted(m *Marker, counts func(*Marker) bool) match.Answer {
	first, at, i := &fi.quotedFirst, fi.Cur.Pos, fi.asked.n
	if first.at == at && first.due {
		return match.No
	}
	a := fi.leaveTo(m, at, counts)
	if a.Yes() && first.at != at {
		*first = quotedFirst{at: at, n: int32(i)}
	}
	return a
}

// PassOver leaves the place of marker m, at the position, as LeaveFailed does, or else passes over its first
// byte. It returns false if more bytes are needed.
func (fi *Finder) PassOver(m *Marker) bool {
	a := fi.LeaveFailed(m, fi.Cur.Pos)
	if a == match.No {
		fi.Cur.Take(1)
	}
	return a != match.More
}

func anyMarker(*Marker) bool { return true }

// leaveTo leaves the text at offset at to the first marker listed behind m that will do.
func (fi *Finder) leaveTo(m *Marker, at int, does func(*Marker) bool) match.Answer {
	_, i, a := fi.Another(m, at, does)
	if a.Yes() {
		fi.declined, fi.asked.at = declined{at, i}, -1
		fi.Cur.Seek(at)
	}
	return a
}

// Another looks at offset at for a marker listed behind m that will do, and returns it and its index.
func (fi *Finder) Another(m *Marker, at int, does func(*Marker) bool) (other *Marker, i int, a match.Answer) {
	if !fi.Place.Rules.Grammar.Shared {
		return nil, 0, match.No
	}
	rest := fi.Cur.Rest(at)
	for i = slices.Index(fi.Triggers.begin[rest[0]], m) + 1; ; i++ {
		if other, i, a = fi.markerFrom(i, rest, fi.Cur.Final); !a.Yes() || fi.Wanted(other) && does(other) {
			return other, i, a
		}
	}
}

// MarkerLike is the marker at offset at. If several are there, it is one that will do, if any does.
func (fi *Finder) MarkerLike(at int, does func(*Marker) bool) (*Marker, match.Answer) {
	m, n := fi.MarkerAt(at)
	switch {
	case !n.Yes() || does(m):
		return m, n
	case m.found.shares && !fi.Place.Rules.Grammar.Shared:
		return fi.sharing(m, n, at, does), n
	}
	if other, _, a := fi.Another(m, at, does); a != match.No {
		return other, a
	}
	return m, n
}

// sharing is a marker that will do and that is written as m is, which is at offset at, n bytes long; m if there is
// none.
func (fi *Finder) sharing(m *Marker, n match.Answer, at int, does func(*Marker) bool) *Marker {
	rest := fi.Cur.Rest(at)[:n]
	for i := slices.Index(fi.Triggers.begin[rest[0]], m) + 1; ; i++ {
		other, next, a := fi.markerFrom(i, rest, true)
		switch {
		case a == match.No:
			return m
		case a == n && does(other):
			return other
		}
		i = next
	}
}

// Decline implements [body.Markers].
func (fi *Finder) Decline(at int) (yes, more bool) {
	a := fi.LeaveFailed(fi.Taken, at)
	return a.Yes(), a == match.More
}

// MarkerAt reports whether a marker is at offset at, and which.
func (fi *Finder) MarkerAt(at int) (*Marker, match.Answer) {
	a := &fi.asked
	if a.at != at {
		a.at, a.n, a.marker, a.answer = at, 0, nil, match.More
		if fi.declined.at == at {
			a.n = fi.declined.next
		}
	}
	if a.answer == match.More {
		a.marker, a.n, a.answer = fi.markerFrom(a.n, fi.Cur.Rest(at), fi.Cur.Final)
	}
	return a.marker, a.answer
}

// None reports whether no marker is at offset at, where b begins.
func (fi *Finder) None(b []byte, at int) bool {
	if len(fi.Triggers.prefilters[b[0]].of(b)) == 0 {
		return true
	}
	_, a := fi.MarkerAt(at)
	return a == match.No
}

// asked is the offset at which a marker was looked for last. A marker that isn't there won't be
// there when more bytes come. So the search goes on at the marker that needed more bytes: a tag in
// small chunks is compared with the markers before that one once.
type asked struct {
	at     int
	n      int // of the marker
	marker *Marker
	answer match.Answer
}

// markerIn is the marker at the start of b, as in MarkerAt.
func (fi *Finder) markerIn(b []byte, final bool) (*Marker, match.Answer) {
	m, _, a := fi.markerFrom(0, b, final)
	return m, a
}

// markerFrom is markerIn, of the markers with b's first byte from the n-th on; i is the index of
// the marker.
func (fi *Finder) markerFrom(n int, b []byte, final bool) (m *Marker, i int, a match.Answer) {
	markers := fi.Triggers.begin[b[0]]
	for _, i := range fi.Triggers.prefilters[b[0]].of(b) {
		if i < n {
			continue
		}
		m := markers[i]
		if n := min(len(m.found.text), len(b)); n > 0 {
			switch {
			case b[n-1] != m.found.text[n-1] || string(b[:n]) != m.found.text[:n]:
			case n == len(m.found.text):
				return m, i, match.Answer(n)
			case !final:
				return m, i, match.More
			}
			continue
		}
		if m.found.second.rulesOut(b) {
			continue
		}
		if m.Look != nil {
			a = m.Look(fi, b, final)
		} else {
			a = m.Compare(fi.Cur.Visits, b, final)
		}
		if a != match.No {
			return m, i, a
		}
	}
	return nil, len(markers), match.No
}

// CutMarkerAt reports whether the output ends in the first part of a marker that begins at
// offset at and would end what is before it.
func (fi *Finder) CutMarkerAt(at int) bool { return fi.cutAt(at, (*Marker).Stops) }

// CutEndAt is CutMarkerAt for the tokens that end calls in sections.
func (fi *Finder) CutEndAt(at int) bool {
	return fi.cutAt(at, func(m *Marker) bool { return m.Part == EndPart })
}

func (fi *Finder) cutAt(at int, does func(*Marker) bool) bool {
	rest := fi.Cur.Rest(at)
	if !fi.Cur.Final || len(rest) == 0 {
		return false
	}
	for n := 0; ; n++ {
		m, i, a := fi.markerFrom(n, rest, false)
		if a == match.No || a == match.More && does(m) {
			return a == match.More
		}
		n = i
	}
}

// CutAt reports whether the output ends in the first part of a marker that begins at offset at.
func (fi *Finder) CutAt(at int) bool {
	rest := fi.Cur.Rest(at)
	if !fi.Cur.Final || len(rest) == 0 {
		return false
	}
	_, _, a := fi.markerFrom(0, rest, false)
	return a == match.More
}

// MatchLine reports whether the marker that counts at a line start only is at offset at.
func (fi *Finder) MatchLine(at int) match.Answer {
	return fi.Triggers.Line.Compare(fi.Cur.Visits, fi.Cur.Rest(at), fi.Cur.Final)
}

// MayEndTurn reports whether one of the markers that may end a turn is at offset at.
func (fi *Finder) MayEndTurn(at int) bool {
	rest := fi.Cur.Rest(at)
	for _, m := range fi.Triggers.turnEnds {
		if m.First == rest[0] && !m.found.second.rulesOut(rest) && m.Compare(fi.Cur.Visits, rest, fi.Cur.Final) != match.No {
			return true
		}
	}
	return false
}

// FailedEnded reports whether the failed call that was reported last ends with a closer: a
// bracket, a fence, or a marker.
func (fi *Finder) FailedEnded() bool {
	tail := fi.Cur.FailedTail()
	if fi.Cur.Failed == fi.Cur.Closed || len(tail) == 0 || closes(tail[len(tail)-1]) {
		return true
	}
	fi.Cur.Visits.Add(len(tail))
	for i, c := range tail {
		if !fi.Triggers.Ends[c] {
			continue
		}
		if m, n := fi.markerIn(tail[i:], true); n.Yes() && n.Len() == len(tail)-i && m.Ends != body.EndsNothing && !m.Begins {
			return true
		}
	}
	return false
}

// closes reports whether the byte closes a bracket or a fence.
func closes(c byte) bool { return c == '}' || c == ']' || c == ')' || fence.Begins[c] }

// MarkAt implements [body.Markers].
func (fi *Finder) MarkAt(at int) (body.Mark, match.Answer) {
	m, n := fi.MarkerAt(at)
	return m.mark(), n
}

// MarkIn implements [body.Markers].
func (fi *Finder) MarkIn(b []byte, final bool) (body.Mark, match.Answer) {
	m, n := fi.markerIn(b, final)
	return m.mark(), n
}

// Breaks is [body.Env.Breaks].
func (fi *Finder) Breaks(b []byte, final bool) match.Answer {
	m, n := fi.markerIn(b, final)
	return fi.cuts(m, n, b, final)
}

// CutsString implements [body.Markers].
func (fi *Finder) CutsString(at int) (yes, more bool) {
	m, n := fi.MarkerAt(at)
	a := fi.cuts(m, n, fi.Cur.Rest(at), fi.Cur.Final)
	return a.Yes(), a == match.More
}

// cuts is the answer n, of marker m at the start of b, for a string. If several families share
// the table, a tag that isn't one of the call's own is data in a string.
func (fi *Finder) cuts(m *Marker, n match.Answer, b []byte, final bool) match.Answer {
	switch {
	case !n.Yes():
		return n
	case !m.Stops():
		return match.No
	case m.Plain && fi.Place.Rules.Grammar.Shared && fi.Place.Own != nil:
		return fi.Place.Own.OwnMarker(fi.Cur.Visits, b, final)
	}
	return n
}
