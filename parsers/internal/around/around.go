package around

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/prose"
	"github.com/toolparser/toolparser/parsers/internal/room"
)

// Around decides what is around calls, and what of it is missing.
type Around struct {
	_ room.NoCopy
	below

	Wrappers *Wrappers // nil: the grammar has no calls in tags
	Sections *Sections // nil: the grammar has none
	Frames   *Frames   // nil: the grammar has none
	Ahead    ahead
	After    afterCall
	Answered bool // an answer's opener was seen, and not its closer
}

// below are the rooms below.
type below struct {
	*prose.Below
	prose *prose.Prose
}

// Init makes it a part of a parser.
func (ar *Around) Init(pr *prose.Prose) {
	ar.below = below{pr.Below, pr}
	g := ar.Rules.Grammar
	if len(g.Named) > 0 {
		ar.Sections = &Sections{below: ar.below}
	}
	if len(g.Tags) > 0 {
		ar.Wrappers = &Wrappers{below: ar.below}
	}
	ar.Frames = newFrames(g)
}

// Reset makes it ready for another output.
func (ar *Around) Reset() {
	ar.Ahead, ar.After, ar.Answered = ahead{}, afterCall{}, false
	ar.Wrappers.reset()
	ar.Sections.again()
	ar.Frames.again()
}

// Called notes that a call ended at the position: what may follow a call is looked for.
func (ar *Around) Called() { ar.After = afterCall{Active: true} }

// ListCalled is Called behind Python calls; list: the calls were a list.
func (ar *Around) ListCalled(list bool) { ar.After = afterCall{Active: true, list: list} }

// EndCall implements [place.Calls].
func (ar *Around) EndCall(end int, c parsers.End) {
	ar.Costs.LastCall = ar.Cur.Mark
	ar.Cur.ReportCall(end, &c)
	ar.callEnded(end)
}

// WholeCall implements [place.Calls].
func (ar *Around) WholeCall(end int, b parsers.Begin, arguments []byte, c parsers.End) {
	ar.Costs.LastCall = ar.Cur.Mark
	ar.Cur.ReportWhole(end, &b, arguments, &c)
	ar.callEnded(end)
}

// callEnded notes that a call ended at end.
func (ar *Around) callEnded(end int) {
	ar.prose.Quote.Called = true
	if ar.Frames != nil {
		ar.Frames.last = end
	}
}

// EndingAt implements [place.Calls].
func (ar *Around) EndingAt(at int) (ending place.Ending, more bool) {
	rest := ar.Cur.Rest(at)
	if fence.Begins[rest[0]] && ar.Fenced() {
		return ar.FenceEndingAt(at)
	}
	if !ar.prose.MarkersCount() {
		return place.EndsNothing, false
	}
	m, n := ar.Marks.MarkerAt(at)
	if !n.Yes() {
		return place.EndsNothing, n == match.More
	}
	return m.Ends, false
}

// FenceEndingAt implements [place.Calls].
func (ar *Around) FenceEndingAt(at int) (ending place.Ending, more bool) {
	if !ar.prose.InFence() {
		return ar.argumentsFenceEnds(at)
	}
	run, more := ar.Cur.Run(at)
	if more {
		return place.EndsNothing, true
	}
	closes, more := ar.prose.ClosesFence(at, run, ar.prose.Quote.Opening)
	if closes {
		return place.EndsArguments, false
	}
	return place.EndsNothing, more
}

// StandBeside passes over a marker that is next to calls.
func (ar *Around) StandBeside(m *marks.Marker, n int) {
	ar.Cur.Text(ar.Cur.Pos)
	role := parsers.RoleAlways
	if !m.Always {
		role = parsers.RoleAdjacent
		if ar.prose.AtStart(ar.Cur.Pos) {
			ar.prose.Started = false
		}
	}
	ar.Cur.MarkupTo(ar.Cur.Pos+n, role)
}

// Delimiter handles a delimiter after a call and its white space; false if
// the window ends in them.
func (ar *Around) Delimiter() bool {
	for {
		var more bool
		if ar.Cur.Pos, more = ar.Cur.Space(ar.Cur.Pos); more {
			return false
		}
		if b := ar.Cur.Win[:ar.Cur.Pos-ar.Cur.Base]; len(b) > 0 && b[len(b)-1] == '\n' {
			ar.prose.LineBegins()
		}
		a, delimits := &ar.After, false
		if a.found {
			ar.Cur.Markup(ar.Cur.Pos, a.role)
		} else if delimits, more = ar.delimits(); more {
			return false
		}
		if a.Active = delimits; !delimits {
			ar.prose.CallPassed()
			return true
		}
		a.found = true
		ar.Cur.Pos++
	}
}

// delimits reports whether a delimiter is at the position. A ',' is one between two
// calls only, or behind a list at the end of its line.
func (ar *Around) delimits() (yes, more bool) {
	rest := ar.Cur.Rest(ar.Cur.Pos)
	if len(rest) == 0 || ar.prose.Quote.Think != 0 {
		return false, false
	}
	ar.After.role = parsers.RoleTrail
	if rest[0] != ',' {
		return rest[0] == ';', false
	}
	ends := false
	if ar.After.list {
		if ends, more = ar.turnEnds(ar.Cur.Pos + 1); more {
			return false, true
		}
	}
	if !ends {
		ar.After.role = parsers.RoleBetween
	}
	return true, false
}

// turnEnds reports whether only white space is between offset at and the end of its
// line, or of the block.
func (ar *Around) turnEnds(at int) (yes, more bool) {
	if yes, more = ar.Cur.LineEnds(at); yes || more {
		return yes, more
	}
	for match.IsSpace(ar.Cur.Rest(at)[0]) {
		at++
	}
	m, n := ar.Marks.MarkerAt(at)
	return n.Yes() && m.Ends == place.EndsBlock, n == match.More
}

// Ended reports whether a marker that a thought may mention ends the thought. What follows at
// offset at decides this: another marker of the frames, a header, or the end of the output.
func (ar *Around) Ended(at int) match.Answer {
	at, more := ar.Cur.Space(at)
	if more {
		return match.More
	}
	if len(ar.Cur.Rest(at)) == 0 {
		return 1
	}
	m, n := ar.Marks.MarkerAt(at)
	if n == match.More || n.Yes() && (m.Frame == marks.FrameEnd || EndsSection(m)) {
		return n
	}
	return ar.HeaderAt(at)
}

// TokenAt is the marker at offset at: a token of calls in sections, if one is there.
func (ar *Around) TokenAt(at int) (*marks.Marker, match.Answer) {
	return ar.Marks.MarkerLike(at, func(m *marks.Marker) bool { return m.Part != marks.OtherPart })
}
