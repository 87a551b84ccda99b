package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair/quotes"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

var _ place.Place = (*Engine)(nil)

// EndCall implements [place.Place].
func (e *Engine) EndCall(end int, c parsers.End) {
	e.called = e.Mark
	e.ReportCall(end, c)
	e.callEnded(end)
}

// WholeCall implements [place.Place].
func (e *Engine) WholeCall(end int, b parsers.Begin, arguments []byte, c parsers.End) {
	e.called = e.Mark
	e.ReportWhole(end, b, arguments, c)
	e.callEnded(end)
}

// callEnded notes that a call ended at end.
func (e *Engine) callEnded(end int) {
	e.quote.called = true
	if e.frames != nil {
		e.frames.last = end
	}
}

// CountTextCall implements [place.Place].
func (e *Engine) CountTextCall() { e.textCalls++ }

// CutOffHere implements [place.Place].
func (e *Engine) CutOffHere() { e.cutOff = true }

// FreeText implements [place.Place].
func (e *Engine) FreeText(at int) bool {
	if e.InFence() {
		return e.quote.free || e.Penalized(at)
	}
	return e.grammar.InlineFree || e.Penalized(at)
}

// Option implements [place.Place].
func (e *Engine) Option() bool { return e.quote.option }

// Shape implements [place.Place].
func (e *Engine) Shape() *grammar.Shape { return e.grammar.JSON }

// ObjectCalls implements [place.Place].
func (e *Engine) ObjectCalls() bool { return e.grammar.ObjectCalls }

// NoCall implements [place.Place].
func (e *Engine) NoCall(name []byte) bool {
	for _, none := range e.grammar.NoCalls {
		if none == string(name) {
			return !e.Declared(none)
		}
	}
	return false
}

// Open implements [place.Place].
func (e *Engine) Open() *place.Brackets { return &e.open }

// Fuel implements [place.Place].
func (e *Engine) Fuel() *quotes.Fuel { return &e.fuel }

// MarkAt implements [place.Place].
func (e *Engine) MarkAt(at int) (place.Mark, match.Answer) {
	m, n := e.MarkerAt(at)
	return m.mark(), n
}

// MarkIn implements [place.Place].
func (e *Engine) MarkIn(b []byte, final bool) (place.Mark, match.Answer) {
	m, n := e.markerIn(b, final)
	return m.mark(), n
}

// breaks is what [place.Around.Breaks] tells.
func (e *Engine) breaks(b []byte, final bool) match.Answer {
	m, n := e.markerIn(b, final)
	return e.cuts(m, n, b, final)
}

// CutsString implements [place.Place].
func (e *Engine) CutsString(at int) (yes, more bool) {
	m, n := e.MarkerAt(at)
	a := e.cuts(m, n, e.Rest(at), e.Final)
	return a.Yes(), a == match.More
}

// cuts is the answer n, of marker m at the start of b, for a string. Where the table is
// that of several families, a tag that isn't one of the call's own is data there.
func (e *Engine) cuts(m *Marker, n match.Answer, b []byte, final bool) match.Answer {
	switch {
	case !n.Yes():
		return n
	case !m.stops():
		return match.No
	case m.plain && e.grammar.Shared && e.place.Own != nil:
		return e.place.Own.OwnMarker(e.Visits, b, final)
	}
	return n
}

// TurnEnd implements [place.Place].
func (e *Engine) TurnEnd(at int) match.Answer {
	if !e.triggers.mayEndTurn(e.Visits, e.Rest(at), e.Final) {
		return match.No // most tags are none, and all markers cost more
	}
	m, n := e.MarkerAt(at)
	frame := m != nil && (m.frame == frameEnd || m.frame == frameStart || m.frame == frameChannel)
	if n.Yes() && m.Ends != place.EndsBlock && m.closes&e.owed == 0 && !frame {
		return match.No
	}
	return n
}

// mayEndTurn tells whether one of the markers that may end a turn begins b.
func (t *triggers) mayEndTurn(v *visit.Count, b []byte, final bool) bool {
	for _, m := range t.turnEnds {
		if m.first() == b[0] && !m.second.rulesOut(b) && matchMarker(v, m, b, final) != match.No {
			return true
		}
	}
	return false
}

// EndingAt implements [place.Place].
func (e *Engine) EndingAt(at int) (ending place.Ending, more bool) {
	rest := e.Rest(at)
	if rest[0] == '`' && e.Fenced() {
		return e.FenceEndingAt(at)
	}
	if !e.Marks() {
		return place.EndsNothing, false
	}
	m, n := e.MarkerAt(at)
	if !n.Yes() {
		return place.EndsNothing, n == match.More
	}
	return m.Ends, false
}

// FenceEndingAt implements [place.Place].
func (e *Engine) FenceEndingAt(at int) (ending place.Ending, more bool) {
	if !e.InFence() {
		return e.argumentsFenceEnds(at)
	}
	n := e.RunLength(at)
	if n == match.More {
		return place.EndsNothing, true
	}
	closes, more := e.closesFence(at, int(n), e.quote.opening)
	if closes {
		return place.EndsArguments, false
	}
	return place.EndsNothing, more
}

// Marks implements [place.Place].
func (e *Engine) Marks() bool { return !e.InFence() || e.quote.block }
