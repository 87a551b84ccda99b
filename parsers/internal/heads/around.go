package heads

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/costs"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/prose"
)

// around decides what is around calls, and what of it is missing.
type around struct {
	_     marks.NoCopy
	cur   *cursor.Cursor
	rules *marks.Rules
	marks *marks.Marks
	costs *costs.Costs
	prose *prose.Prose
	place *place.Around

	tags     *tagCalls // nil: the grammar has no calls in tags
	sections *Sections // nil: the grammar has none
	frames   *frames   // nil: the grammar has none
	ahead    ahead
	after    afterCall
	answered bool // an answer's opener was seen, and not its closer
}

// reset makes it ready for another output.
func (ar *around) reset() {
	ar.ahead, ar.after, ar.answered = ahead{}, afterCall{}, false
	ar.tags.reset()
	ar.sections.again()
	ar.frames.again()
}

// Called notes that a call ended at the position: what may follow a call is looked for.
func (ar *around) Called() { ar.after = afterCall{active: true} }

// listCalled is Called behind Python calls; list: the calls were a list.
func (ar *around) listCalled(list bool) { ar.after = afterCall{active: true, list: list} }

// EndCall implements [place.Calls].
func (ar *around) EndCall(end int, c parsers.End) {
	ar.costs.Begins(ar.cur.Mark)
	ar.cur.ReportCall(end, &c)
	ar.callEnded(end)
}

// WholeCall implements [place.Calls].
func (ar *around) WholeCall(end int, b parsers.Begin, arguments []byte, c parsers.End) {
	ar.costs.Begins(ar.cur.Mark)
	ar.cur.ReportWhole(end, &b, arguments, &c)
	ar.callEnded(end)
}

// callEnded notes that a call ended at end.
func (ar *around) callEnded(end int) {
	ar.prose.Quote.CallEnds()
	if ar.frames != nil {
		ar.frames.last = end
	}
}

// EndingAt implements [place.Calls].
func (ar *around) EndingAt(at int) (ending place.Ending, more bool) {
	rest := ar.cur.Rest(at)
	if fence.Begins[rest[0]] && ar.Fenced() {
		return ar.FenceEndingAt(at)
	}
	if !ar.prose.Marks() {
		return place.EndsNothing, false
	}
	m, n := ar.marks.MarkerAt(at)
	if !n.Yes() {
		return place.EndsNothing, n == match.More
	}
	return m.Ends, false
}

// FenceEndingAt implements [place.Calls].
func (ar *around) FenceEndingAt(at int) (ending place.Ending, more bool) {
	if !ar.prose.InFence() {
		return ar.argumentsFenceEnds(at)
	}
	run, more := ar.cur.Run(at)
	if more {
		return place.EndsNothing, true
	}
	closes, more := ar.prose.ClosesFence(at, run, ar.prose.Quote.Opening)
	if closes {
		return place.EndsArguments, false
	}
	return place.EndsNothing, more
}

// standBeside passes over a marker that is next to calls.
func (ar *around) standBeside(m *marks.Marker, n int) {
	ar.cur.Text(ar.cur.Pos)
	role := parsers.RoleAlways
	if !m.Always {
		role = parsers.RoleAdjacent
		if ar.prose.AtStart(ar.cur.Pos) {
			ar.prose.Restart()
		}
	}
	ar.cur.Pos += n
	ar.cur.Markup(ar.cur.Pos, role)
}

// delimiter handles a delimiter after a call and its white space; false if
// the window ends in them.
func (ar *around) delimiter() bool {
	for {
		var more bool
		if ar.cur.Pos, more = ar.cur.Space(ar.cur.Pos); more {
			return false
		}
		if b := ar.cur.Win[:ar.cur.Pos-ar.cur.Base]; len(b) > 0 && b[len(b)-1] == '\n' {
			ar.prose.LineBegins()
		}
		a := &ar.after
		if a.found {
			ar.cur.Markup(ar.cur.Pos, a.role)
		}
		delimits := false
		if !a.found {
			if delimits, more = ar.delimits(); more {
				return false
			}
		}
		if a.active = delimits; !delimits {
			ar.prose.CallPassed()
			return true
		}
		a.found = true
		ar.cur.Pos++
	}
}

// delimits reports whether a delimiter is at the position. A ',' is one between two
// calls only, or behind a list at the end of its line.
func (ar *around) delimits() (yes, more bool) {
	rest := ar.cur.Rest(ar.cur.Pos)
	if len(rest) == 0 || ar.prose.Quote.Think != 0 {
		return false, false
	}
	ar.after.role = parsers.RoleTrail
	if rest[0] != ',' {
		return rest[0] == ';', false
	}
	ends := false
	if ar.after.list {
		if ends, more = ar.turnEnds(ar.cur.Pos + 1); more {
			return false, true
		}
	}
	if !ends {
		ar.after.role = parsers.RoleBetween
	}
	return true, false
}

// turnEnds reports whether only white space is between offset at and the end of its
// line, or of the block.
func (ar *around) turnEnds(at int) (yes, more bool) {
	if yes, more = ar.cur.LineEnds(at); yes || more {
		return yes, more
	}
	for match.IsSpace(ar.cur.Rest(at)[0]) {
		at++
	}
	m, n := ar.marks.MarkerAt(at)
	return n.Yes() && m.Ends == place.EndsBlock, n == match.More
}
