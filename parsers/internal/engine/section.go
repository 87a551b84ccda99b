package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// A Section is one kind of sections: calls that stand between two markers.
type Section struct {
	// Empty matches the end marker that, directly behind the begin marker,
	// makes the two markup; nil: they are text.
	Empty func(v *visit.Count, b []byte, final bool) match.Answer
	// Unbegun tells whether a call stands at offset at that lacks its own begin marker,
	// and Begin makes the candidate for it; nil: none does.
	Unbegun func(e *Engine, at int) match.Answer
	Begin   func(e *Engine, at int) Candidate
}

// sections is what is known of the section that is open. One that lacks its
// begin marker begins with its first call.
type sections struct {
	lacking int  // where its begin marker is missing; -1 once that was counted, or isn't so
	tried   bool // a call began in it
	called  bool // a call ended in it
	lastEnd int  // where that call ended
	last    int  // and where it begins
	cut     bool // by the end of the output, and accepted all the same
	free    bool // its calls cost 0.3
	noJSON  bool // JSON in text was content before it

	opening sectionOpening
	unbegun unbegunCall
	call    namedCall
}

// again makes the state ready for another output.
func (s *sections) again() {
	if s != nil {
		s.tried, s.called, s.cut = false, false, false
		s.call.fence = argumentsFence{}
	}
}

// enterSection opens a group for the section. JSON in text is content from here on.
func (e *Engine) enterSection(kind *Section, lacking int, free bool) {
	e.leaveSection()
	s := e.sections
	e.outside.section, s.lacking, s.free, s.noJSON = kind, lacking, free, e.noJSON
	e.noJSON = true
}

// leaveSection closes the section that lacks its end.
func (e *Engine) leaveSection() {
	switch s := e.sections; {
	case e.outside.section == nil:
	case s.cut || e.cutOff:
		e.closeSection(e.Mark, -1)
	default:
		e.closeSection(e.Mark, s.lastEnd)
	}
}

// closeSection closes the section whose end marker, if there is one, reaches
// up to end. lacking is where it is missing; -1: it isn't.
func (e *Engine) closeSection(end, lacking int) {
	s := e.sections
	if s.called && lacking >= 0 && s.last == e.called { // else a call of another kind followed
		e.Handler.Amend(missingMarker(lacking))
	}
	e.Markup(end, parsers.RoleClose)
	e.outside.section, s.tried, s.called, s.cut = nil, false, false, false
}

// ForsakeSection closes a section that text follows instead of its first call:
// it opened nothing.
func (e *Engine) ForsakeSection() {
	s := e.sections
	if e.outside.section == nil || s.called {
		return
	}
	if !s.tried {
		e.noJSON = s.noJSON
	}
	e.closeSection(e.Mark, -1)
}

func missingMarker(at int) parsers.Repair {
	return parsers.Repair{Kind: parsers.RepairMissingMarker, Offset: at}
}

// InSection makes sure that the call that begins at offset at is in a section
// of the kind. It adds to the call's repairs what the section's begin does to
// its first call, and tells whether that makes the call cost 0.3.
func (e *Engine) InSection(kind *Section, at int, repairs []parsers.Repair) ([]parsers.Repair, bool) {
	s := e.sections
	if e.outside.section != kind {
		e.enterSection(kind, at, false)
		e.Handler.Markup(at, nil, parsers.RoleOpen)
	}
	s.tried = true
	if s.lacking >= 0 {
		repairs = append(repairs, missingMarker(s.lacking))
	}
	return repairs, s.free
}

// Section is the kind of the section that is open; nil: none is.
func (e *Engine) Section() *Section { return e.outside.section }

// SectionCalled notes that a call of a section of the kind ended at the
// position; cut: the end of the output cut it off. A call in none says nothing.
func (e *Engine) SectionCalled(kind *Section, cut bool) {
	if s := e.sections; e.outside.section == kind {
		s.lacking, s.called, s.lastEnd, s.last, s.cut = -1, true, e.Pos, e.called, cut
	}
}

// sectionOpening waits for what follows a section's begin marker: one that is
// empty may be markup, one that text follows is text and opens nothing.
type sectionOpening struct {
	kind    *Section
	lacking int
	free    bool
	end     int // of the marker
	space   int // up to here only white space follows
}

// OpenSection makes the candidate that a section's begin marker, up to offset
// end, is; lacking: it isn't the right one.
func (e *Engine) OpenSection(kind *Section, at, end int, lacking bool) Candidate {
	o := &e.sections.opening
	*o = sectionOpening{kind: kind, lacking: -1, free: e.Penalized(at), end: end, space: end}
	if lacking {
		o.lacking = at
	}
	return o
}

// Step implements [Candidate].
func (o *sectionOpening) Step(e *Engine) bool {
	at, more := e.Space(o.space)
	o.space = at
	if more {
		return false
	}
	switch n := o.emptyEnd(e, at); {
	case n == match.More:
		return false
	case n.Yes():
		e.enterSection(o.kind, -1, false)
		e.Seek(at + int(n))
		e.Markup(e.Pos, parsers.RoleAlways)
		e.outside.section = nil
		return true
	}
	follower, more := e.Follows(o.end)
	if more {
		return false
	}
	if follower == FollowedByText && o.kind.Unbegun != nil && e.Repairs() {
		switch n := o.kind.Unbegun(e, at); {
		case n == match.More:
			return false
		case n.Yes():
			o.open(e)
			e.Text(at)
			e.Seek(at)
			return e.goOn(o.kind.Begin(e, at))
		}
	}
	e.Seek(o.end)
	switch follower {
	case FollowedByOpening:
		e.Markup(o.end, parsers.RoleLead)
	case FollowedByLine: // a call's begin may have been taken out
		if e.Config.Tools.Given() {
			o.open(e)
			e.LineBegins()
		}
	case FollowedByCall:
		o.open(e)
	}
	return true
}

// An unbegunCall waits for what follows a call of the section that is open: another one may
// lack its begin marker.
type unbegunCall struct{ space int } // up to here only white space follows

func (e *Engine) nextUnbegun(at int) Candidate {
	e.sections.unbegun.space = at
	return &e.sections.unbegun
}

// Step implements [Candidate].
func (u *unbegunCall) Step(e *Engine) bool {
	at, more := e.Space(u.space)
	if u.space = at; more {
		return false
	}
	kind := e.Section()
	switch n := kind.Unbegun(e, at); {
	case n == match.More:
		return false
	case n.Yes():
		e.Text(at)
		e.Seek(at)
		return e.goOn(kind.Begin(e, at))
	}
	return true
}

// open opens the section.
func (o *sectionOpening) open(e *Engine) {
	e.enterSection(o.kind, o.lacking, o.free)
	e.Markup(o.end, parsers.RoleOpen)
}

// emptyEnd is the length of the end marker at offset at that makes the section
// a well-formed empty one.
func (o *sectionOpening) emptyEnd(e *Engine, at int) match.Answer {
	if o.lacking >= 0 || o.kind.Empty == nil {
		return match.No
	}
	return o.kind.Empty(e.Visits, e.Rest(at), e.Final)
}

// CloseSection ends the section at its end marker, from offset at to end, if
// there is one of this kind; else the marker is text. lacking: it isn't the right one.
func (e *Engine) CloseSection(kind *Section, at, end int, lacking bool) Candidate {
	if e.outside.section != kind {
		return nil
	}
	if !lacking {
		at = -1
	}
	e.Seek(end)
	e.closeSection(end, at)
	e.behind = end
	return nothing{}
}
