package around

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// A Follower is what follows the opening of a section or a wrapper. White space and
// further openings before it don't count.
type Follower uint8

const (
	// FollowedByText: text follows, so the opening is text, too.
	FollowedByText Follower = iota
	// FollowedByOpening: another opening follows, and behind it a call.
	FollowedByOpening
	// FollowedByCall: a marker follows that begins a call.
	FollowedByCall
	// FollowedByLine: a marker follows that counts at a line start only. It may begin a call.
	FollowedByLine
	// FollowedByJSON: an object or an array follows, which may be a call or hold calls.
	FollowedByJSON
)

// ahead is what was seen behind a run of openings. All openings of the run share it.
type ahead struct {
	from, Pos int // the run reaches at least from one to the other
	Last      int // where its last opening ends
	known     bool
	follower  Follower
}

// TextFollows is where the openings end, if it is known that text follows them; else 0.
func (a *ahead) TextFollows() int {
	if !a.known || a.follower != FollowedByText {
		return 0
	}
	return a.Last
}

// Follows reports what follows the opening that ends at offset end; more: more bytes are
// needed.
func (ar *Around) Follows(end int) (f Follower, more bool) {
	a := &ar.Ahead
	if end < a.from || end > a.Pos {
		*a = ahead{from: end, Pos: end, Last: end}
	}
	for !a.known {
		if a.Pos, more = ar.Cur.Space(a.Pos); more {
			return 0, true
		}
		rest := ar.Cur.Rest(a.Pos)
		if len(rest) == 0 {
			a.known = true
			break
		}
		m, n := ar.openingAt(a.Pos)
		switch {
		case n == match.More:
			return 0, true
		case n.Yes() && m.Section && ar.Marks.Wanted(m):
			a.Pos += int(n)
			a.Last = a.Pos
			continue
		case n.Yes() && m.Begins && ar.Marks.Wanted(m):
			a.follower = FollowedByCall
		case ar.lineMarkerAt(a.Pos) == match.More:
			return 0, true
		case ar.lineMarkerAt(a.Pos).Yes():
			a.follower = FollowedByLine
		case rest[0] == '{' || rest[0] == '[':
			a.follower = FollowedByJSON
		}
		a.known = true
	}
	if a.follower == FollowedByCall && end < a.Last {
		return FollowedByOpening, false
	}
	return a.follower, false
}

// FenceFollows reports whether a run that quotes follows the openings that were looked at last.
func (ar *Around) FenceFollows() bool {
	rest := ar.Cur.Rest(ar.Ahead.Pos)
	return len(rest) > 0 && fence.Begins[rest[0]]
}

// openingAt is the marker at offset at. Several markers may be there that are text if text
// follows them. Then it is one that opens a section or a wrapper, if there is one.
func (ar *Around) openingAt(at int) (*marks.Marker, match.Answer) {
	return ar.Marks.MarkerLike(at, func(m *marks.Marker) bool { return (m.Section || !m.MayBeText) && ar.Marks.Wanted(m) })
}

// lineMarkerAt reports whether the marker that counts at a line start only is at offset at.
func (ar *Around) lineMarkerAt(at int) match.Answer {
	m := ar.Marks.Triggers.Line
	if m == nil || ar.Rules.Nested || !ar.Marks.Wanted(m) {
		return match.No
	}
	return ar.Marks.MatchLine(at)
}

// afterCall looks for what may follow a call directly: a delimiter, with the
// white space around it.
type afterCall struct {
	Active bool
	list   bool         // the call ended a list of Python calls
	found  bool         // the delimiter was seen
	role   parsers.Role // of the delimiter
}

// NothingFollows notes that no delimiter can follow the call that ended.
func (ar *Around) NothingFollows() { ar.After = afterCall{} }
