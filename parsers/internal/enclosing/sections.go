package enclosing

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// A Section is one kind of sections: calls between two markers.
type Section struct {
	// Empty matches the end marker that, directly behind the begin marker,
	// makes the two markup; nil: they are text.
	Empty func(v *work.Counter, b []byte, final bool) match.Answer
}

// Sections decides which section of calls is open, and which of its markers are missing. A
// section without its begin marker begins with its first call.
type Sections struct {
	_ buffers.NoCopy
	below

	Kind    *Section // of the one that is open; nil: none is
	lacking int      // where its begin marker is missing; -1: it isn't, or this was counted
	tried   bool     // a call began in it
	called  bool     // a call ended in it
	lastEnd int      // where that call ended
	last    int      // and where it begins
	cut     bool     // it was cut off by the end of the output, and accepted all the same
	free    bool     // its calls have a penalty of 0.3
	noJSON  bool     // JSON in text was content before it

	Fence ArgumentsFence // around the arguments of a call in it
}

// again makes the state ready for another output.
func (s *Sections) again() {
	if s != nil {
		s.Kind, s.tried, s.called, s.cut = nil, false, false, false
		s.Fence = ArgumentsFence{}
	}
}

// Open opens a group for the section. JSON in text is content from here on.
func (s *Sections) Open(kind *Section, lacking int, free bool) {
	s.Leave()
	s.is(kind)
	s.lacking, s.free, s.noJSON = lacking, free, s.prose.IgnoreJSON(true)
}

// is notes which section is open; nil: none is.
func (s *Sections) is(kind *Section) {
	s.Kind = kind
	s.Markers.Outside.Section = kind != nil
}

// Leave closes the open section, if there is one: its end is missing.
func (s *Sections) Leave() {
	switch {
	case s == nil || s.Kind == nil:
	case s.cut || s.Penalties.CutOff():
		s.close(s.Cur.Mark, -1)
	default:
		s.close(s.Cur.Mark, s.lastEnd)
	}
}

// close closes the section. Its end marker, if there is one, reaches up to end. The other offset is
// where the end marker is missing; -1: it isn't.
func (s *Sections) close(end, lacking int) {
	if s.called && lacking >= 0 && s.last == s.Penalties.LastCall { // else a call of another kind followed
		s.Cur.Handler.Amend(MissingMarker(lacking))
	}
	s.Cur.Markup(end, parsers.RoleClose)
	s.is(nil)
	s.tried, s.called, s.cut = false, false, false
}

// CloseEmpty closes a section that text follows instead of its first call: it opened nothing.
func (s *Sections) CloseEmpty() {
	if s.Kind == nil || s.called {
		return
	}
	if !s.tried {
		s.prose.IgnoreJSON(s.noJSON)
	}
	s.close(s.Cur.Mark, -1)
}

// MissingMarker is the repair of a marker that is missing at offset at.
func MissingMarker(at int) parsers.Repair {
	return parsers.Repair{Kind: parsers.RepairMissingMarker, Offset: at}
}

// Enter makes sure that the call that begins at offset at is in a section of the kind. If the section's
// begin marker is missing, Enter adds this to the repairs of the section's first call. It reports whether
// the section gives the call a penalty of 0.3.
func (s *Sections) Enter(kind *Section, at int, repairs []parsers.Repair) ([]parsers.Repair, bool) {
	if s.Kind != kind {
		s.Open(kind, at, false)
		s.Cur.Handler.Markup(at, nil, parsers.RoleOpen)
	}
	s.tried = true
	if s.lacking >= 0 {
		repairs = append(repairs, MissingMarker(s.lacking))
	}
	return repairs, s.free
}

// Called notes that a call of a section of the kind ended at the position; cut: the end of the output
// cut it off. A call outside of such a section says nothing.
func (s *Sections) Called(kind *Section, cut bool) {
	if s.Kind == kind {
		s.lacking, s.called, s.lastEnd, s.last, s.cut = -1, true, s.Cur.Pos, s.Penalties.LastCall, cut
	}
}

// Close ends the section of the kind at its end marker, from offset at to end; false if no such section is
// open. The last argument is true if it isn't the right marker.
func (s *Sections) Close(kind *Section, at, end int, lacking bool) bool {
	if s.Kind != kind {
		return false
	}
	if !lacking {
		at = -1
	}
	s.Cur.Seek(end)
	s.close(end, at)
	s.prose.CallsEnded(end)
	return true
}

// Empty reports the markers of an empty section, up to end, as markup.
func (s *Sections) Empty(kind *Section, end int) {
	s.Open(kind, -1, false)
	s.Cur.MarkupTo(end, parsers.RoleAlways)
	s.is(nil)
}
