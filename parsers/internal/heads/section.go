package heads

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/costs"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/prose"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// A Section is one kind of sections: calls between two markers.
type Section struct {
	// Empty matches the end marker that, directly behind the begin marker,
	// makes the two markup; nil: they are text.
	Empty func(v *visit.Count, b []byte, final bool) match.Answer
	// Unbegun reports whether a call without its own begin marker is at offset at, and Begin
	// makes the candidate for it; nil: there are no such calls.
	Unbegun func(hd *Heads, at int) match.Answer
	Begin   func(hd *Heads, at int) Candidate
}

// Sections decides which section of calls is open, and which of its markers are missing. A
// section without its begin marker begins with its first call.
type Sections struct {
	_     marks.NoCopy
	cur   *cursor.Cursor
	marks *marks.Marks
	costs *costs.Costs
	prose *prose.Prose

	kind    *Section // of the one that is open; nil: none is
	lacking int      // where its begin marker is missing; -1: it isn't, or this was counted
	tried   bool     // a call began in it
	called  bool     // a call ended in it
	lastEnd int      // where that call ended
	last    int      // and where it begins
	cut     bool     // it was cut off by the end of the output, and accepted all the same
	free    bool     // its calls have a penalty of 0.3
	noJSON  bool     // JSON in text was content before it

	opening sectionOpening
	unbegun unbegunCall
	call    namedCall
}

// again makes the state ready for another output.
func (s *Sections) again() {
	if s != nil {
		s.kind, s.tried, s.called, s.cut = nil, false, false, false
		s.call.fence = argumentsFence{}
	}
}

// open opens a group for the section. JSON in text is content from here on.
func (s *Sections) open(kind *Section, lacking int, free bool) {
	s.leave()
	s.is(kind)
	s.lacking, s.free, s.noJSON = lacking, free, s.prose.ForbidJSON(true)
}

// is notes which section is open; nil: none is.
func (s *Sections) is(kind *Section) {
	s.kind = kind
	s.marks.Outside.InSection(kind != nil)
}

// leave closes the open section, if there is one: its end is missing.
func (s *Sections) leave() {
	switch {
	case s == nil || s.kind == nil:
	case s.cut || s.costs.CutOff():
		s.close(s.cur.Mark, -1)
	default:
		s.close(s.cur.Mark, s.lastEnd)
	}
}

// close closes the section. Its end marker, if there is one, reaches up to end. The other offset is
// where the end marker is missing; -1: it isn't.
func (s *Sections) close(end, lacking int) {
	if s.called && lacking >= 0 && s.last == s.costs.LastCall { // else a call of another kind followed
		s.cur.Handler.Amend(missingMarker(lacking))
	}
	s.cur.Markup(end, parsers.RoleClose)
	s.is(nil)
	s.tried, s.called, s.cut = false, false, false
}

// Forsake closes a section that text follows instead of its first call: it opened nothing.
func (s *Sections) Forsake() {
	if s.kind == nil || s.called {
		return
	}
	if !s.tried {
		s.prose.ForbidJSON(s.noJSON)
	}
	s.close(s.cur.Mark, -1)
}

func missingMarker(at int) parsers.Repair {
	return parsers.Repair{Kind: parsers.RepairMissingMarker, Offset: at}
}

// Enter makes sure that the call that begins at offset at is in a section of the kind. If the section's
// begin marker is missing, Enter adds this to the repairs of the section's first call. It reports whether
// the section gives the call a penalty of 0.3.
func (s *Sections) Enter(kind *Section, at int, repairs []parsers.Repair) ([]parsers.Repair, bool) {
	if s.kind != kind {
		s.open(kind, at, false)
		s.cur.Handler.Markup(at, nil, parsers.RoleOpen)
	}
	s.tried = true
	if s.lacking >= 0 {
		repairs = append(repairs, missingMarker(s.lacking))
	}
	return repairs, s.free
}

// Kind is the kind of the section that is open; nil: none is.
func (s *Sections) Kind() *Section { return s.kind }

// Called notes that a call of a section of the kind ended at the position; cut: the end of the output
// cut it off. A call outside of such a section says nothing.
func (s *Sections) Called(kind *Section, cut bool) {
	if s.kind == kind {
		s.lacking, s.called, s.lastEnd, s.last, s.cut = -1, true, s.cur.Pos, s.costs.LastCall, cut
	}
}

// sectionOpening waits for what follows a section's begin marker. The marker of an empty section
// may be markup. A marker that text follows is text, and opens nothing.
type sectionOpening struct {
	kind    *Section
	lacking int
	free    bool
	end     int // of the marker
	space   int // up to here only white space follows
}

// Open makes the candidate for a section's begin marker, from offset at to end. The last argument
// is true if it isn't the right marker.
func (s *Sections) Open(kind *Section, at, end int, lacking bool) Candidate {
	o := &s.opening
	*o = sectionOpening{kind: kind, lacking: -1, free: s.costs.Penalized(at), end: end, space: end}
	if lacking {
		o.lacking = at
	}
	return o
}

// Step implements [Candidate].
func (o *sectionOpening) Step(hd *Heads) bool {
	at, more := hd.cur.Space(o.space)
	o.space = at
	if more {
		return false
	}
	switch n := o.emptyEnd(hd, at); {
	case n == match.More:
		return false
	case n.Yes():
		hd.around.sections.open(o.kind, -1, false)
		hd.cur.Seek(at + int(n))
		hd.cur.Markup(hd.cur.Pos, parsers.RoleAlways)
		hd.around.sections.is(nil)
		return true
	}
	follower, more := hd.around.Follows(o.end)
	if more {
		return false
	}
	if follower == FollowedByText && o.kind.Unbegun != nil && hd.cur.Repairs() {
		switch n := o.kind.Unbegun(hd, at); {
		case n == match.More:
			return false
		case n.Yes():
			o.open(hd)
			hd.cur.Text(at)
			hd.cur.Seek(at)
			return hd.goOn(o.kind.Begin(hd, at))
		}
	}
	hd.cur.Seek(o.end)
	switch follower {
	case FollowedByOpening:
		hd.cur.Markup(o.end, parsers.RoleLead)
	case FollowedByLine: // a call's begin may have been taken out
		if hd.cur.Config.Tools.Given() {
			o.open(hd)
			hd.prose.LineBegins()
		}
	case FollowedByCall:
		o.open(hd)
	}
	return true
}

// An unbegunCall waits for what follows a call of the section that is open: another call may
// follow, without its begin marker.
type unbegunCall struct{ space int } // up to here only white space follows

func (s *Sections) nextUnbegun(at int) Candidate {
	s.unbegun.space = at
	return &s.unbegun
}

// Step implements [Candidate].
func (u *unbegunCall) Step(hd *Heads) bool {
	at, more := hd.cur.Space(u.space)
	if u.space = at; more {
		return false
	}
	kind := hd.around.sections.Kind()
	switch n := kind.Unbegun(hd, at); {
	case n == match.More:
		return false
	case n.Yes():
		hd.cur.Text(at)
		hd.cur.Seek(at)
		return hd.goOn(kind.Begin(hd, at))
	}
	return true
}

// open opens the section.
func (o *sectionOpening) open(hd *Heads) {
	hd.around.sections.open(o.kind, o.lacking, o.free)
	hd.cur.Markup(o.end, parsers.RoleOpen)
}

// emptyEnd is the length of the end marker at offset at that makes the section
// a well-formed empty one.
func (o *sectionOpening) emptyEnd(hd *Heads, at int) match.Answer {
	if o.lacking >= 0 || o.kind.Empty == nil {
		return match.No
	}
	return o.kind.Empty(hd.cur.Visits, hd.cur.Rest(at), hd.cur.Final)
}

// Close ends the section of the kind at its end marker, from offset at to end. If no such section is
// open, the marker is text. The last argument is true if it isn't the right marker.
func (s *Sections) Close(kind *Section, at, end int, lacking bool) Candidate {
	if s.kind != kind {
		return nil
	}
	if !lacking {
		at = -1
	}
	s.cur.Seek(end)
	s.close(end, at)
	s.prose.BehindCall(end)
	return nothing{}
}
