package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// A Follower is what follows the opening of a section or a wrapper, white space
// and further openings apart.
type Follower uint8

const (
	// FollowedByText: the opening is text.
	FollowedByText Follower = iota
	// FollowedByOpening: another opening, and behind it a call.
	FollowedByOpening
	// FollowedByCall: a marker begins a call.
	FollowedByCall
	// FollowedByLine: what counts at a line start only may be a call.
	FollowedByLine
	// FollowedByJSON: an object or an array may be one, or hold some.
	FollowedByJSON
)

// ahead is what was seen behind a run of openings. All of them share it.
type ahead struct {
	from, pos int // the run reaches at least from one to the other
	last      int // where its last opening ends
	known     bool
	follower  Follower
}

// textFollows is where the openings end, if it is known that text follows them.
func (a *ahead) textFollows() int {
	if !a.known || a.follower != FollowedByText {
		return 0
	}
	return a.last
}

// Follows tells what follows the opening that ends at offset end; more: more
// bytes must tell.
func (ar *around) Follows(end int) (f Follower, more bool) {
	a := &ar.ahead
	if end < a.from || end > a.pos {
		*a = ahead{from: end, pos: end, last: end}
	}
	for !a.known {
		if a.pos, more = ar.cur.Space(a.pos); more {
			return 0, true
		}
		rest := ar.cur.Rest(a.pos)
		if len(rest) == 0 {
			a.known = true
			break
		}
		m, n := ar.openingAt(a.pos)
		switch {
		case n == match.More:
			return 0, true
		case n.Yes() && m.Section && ar.marks.wanted(m):
			a.pos += int(n)
			a.last = a.pos
			continue
		case n.Yes() && m.Begins && ar.marks.wanted(m):
			a.follower = FollowedByCall
		case ar.lineMarkerAt(a.pos) == match.More:
			return 0, true
		case ar.lineMarkerAt(a.pos).Yes():
			a.follower = FollowedByLine
		case rest[0] == '{' || rest[0] == '[':
			a.follower = FollowedByJSON
		}
		a.known = true
	}
	if a.follower == FollowedByCall && end < a.last {
		return FollowedByOpening, false
	}
	return a.follower, false
}

// fenceFollows reports whether a run that quotes follows the openings that were looked at last.
func (ar *around) fenceFollows() bool {
	rest := ar.cur.Rest(ar.ahead.pos)
	return len(rest) > 0 && fence.Begins[rest[0]]
}

// openingAt is the marker at offset at: of what text behind it makes text one that opens
// a section or a wrapper, if such a one stands there.
func (ar *around) openingAt(at int) (*Marker, match.Answer) {
	return ar.marks.markerLike(at, func(m *Marker) bool { return (m.Section || !m.opener) && ar.marks.wanted(m) })
}

// lineMarkerAt reports whether the marker stands at offset at that counts at a
// line start only.
func (ar *around) lineMarkerAt(at int) match.Answer {
	m := ar.marks.triggers.line
	if m == nil || ar.rules.nested || !ar.marks.wanted(m) {
		return match.No
	}
	return ar.marks.matchLine(at)
}

// afterCall looks for what may follow a call directly: a delimiter, with the
// white space around it.
type afterCall struct {
	active bool
	list   bool         // the call ended a list of Python calls
	found  bool         // the delimiter was seen
	role   parsers.Role // of the delimiter
}

// nothingFollows says that no delimiter can follow the call that ended.
func (ar *around) nothingFollows() { ar.after = afterCall{} }
