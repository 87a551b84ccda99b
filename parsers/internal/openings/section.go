package openings

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/enclosing"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// sectionOpening waits for what follows a section's begin marker. The marker of an empty section
// may be markup. A marker that text follows is text, and opens nothing.
type sectionOpening struct {
	kind    *enclosing.Section
	t       *namedTable // whose section it is; nil: a hook's
	lacking int
	free    bool
	end     int // of the marker
	space   int // up to here only white space follows
}

// Step implements [Candidate].
func (so *sectionOpening) Step(hd *Openings) bool {
	if hd.Cur.Pass(&so.space) {
		return false
	}
	if so.lacking < 0 && so.kind.Empty != nil {
		switch n := so.kind.Empty(hd.Cur.Visits, hd.Cur.Rest(so.space), hd.Cur.Final); {
		case n == match.More:
			return false
		case n.Yes():
			hd.Enclosing.Sections.Empty(so.kind, so.space+int(n))
			return true
		}
	}
	follower, more := hd.Enclosing.Follows(so.end)
	if more {
		return false
	}
	if follower == enclosing.FollowedByText && so.t.unbegins() && hd.Cur.Repairs() {
		switch n := so.t.unbegunAt(hd, so.space); {
		case n == match.More:
			return false
		case n.Yes():
			so.open(hd)
			return hd.goOn(so.t.unbegun(hd, so.space))
		}
	}
	hd.Cur.Seek(so.end)
	switch follower {
	case enclosing.FollowedByOpening:
		hd.Cur.Markup(so.end, parsers.RoleLead)
	case enclosing.FollowedByLine: // a call's begin may have been taken out
		if hd.Cur.Config.Tools.Given() {
			so.open(hd)
			hd.Prose.LineBegins()
		}
	case enclosing.FollowedByCall:
		so.open(hd)
	}
	return true
}

// An unbegunCall waits for what follows a call of the section that is open: another call may
// follow, without its begin marker.
type unbegunCall struct{ t *namedTable }

// Step implements [Candidate].
func (u *unbegunCall) Step(hd *Openings) bool {
	at, more := hd.Cur.Space(hd.Cur.Pos)
	if more {
		return false
	}
	switch n := u.t.unbegunAt(hd, at); {
	case n == match.More:
		return false
	case n.Yes():
		return hd.goOn(u.t.unbegun(hd, at))
	}
	return true
}

// open opens the section.
func (so *sectionOpening) open(hd *Openings) {
	hd.Enclosing.Sections.Open(so.kind, so.lacking, so.free)
	hd.Cur.Markup(so.end, parsers.RoleOpen)
}
