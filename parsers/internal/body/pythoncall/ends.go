package pythoncall

import (
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// ends tells whether the place ends at the position.
func (p *Calls) ends(e *place.Around) match.Answer {
	switch c := e.Rest(p.pos)[0]; {
	case p.where == OnLine && c == '\n':
		return match.Answer(1)
	case p.where == InFence && c == '`':
		ending, more := e.FenceEndingAt(p.pos)
		return answer(ending != place.EndsNothing, more)
	case p.where != InFence && e.Firsts[c]:
		switch {
		case !p.begins(e):
			return markerEnds(e, p.pos)
		case !e.Final:
			return match.More
		}
		return match.Answer(1)
	}
	return match.No
}

// markerEnds tells whether a marker at offset at ends what stands before it.
func markerEnds(e *place.Around, at int) match.Answer {
	m, n := e.MarkAt(at)
	return answer(n.Yes() && (m.Ends != place.EndsNothing || !m.Opens), n == match.More)
}

func answer(yes, more bool) match.Answer {
	switch {
	case more:
		return match.More
	case yes:
		return match.Answer(1)
	}
	return match.No
}

// begins tells whether the window ends in the first part of the block's closer.
func (p *Calls) begins(e *place.Around) bool {
	return p.block != nil && match.Spelling(e.Visits, p.block.Close, e.Rest(p.pos), false, true) == match.More
}

// atEnd ends the place with the output.
func (p *Calls) atEnd(e *place.Around) status {
	if !e.Final {
		return waits
	}
	return p.endsHere(e, match.Answer(1))
}

// endsHere ends the place at the position, unless more bytes must tell.
func (p *Calls) endsHere(e *place.Around, ends match.Answer) status {
	switch {
	case ends == match.More:
		return waits
	case len(p.items) == 0 || p.print:
		return p.nothing(e)
	case p.list.depth > 0 && !p.listed():
		return p.noCall(e)
	}
	p.missing(e, p.closer(e, p.pos).Yes())
	return isOver
}

// closer tells whether the block's closer stands at offset at.
func (p *Calls) closer(e *place.Around, at int) match.Answer {
	rest := e.Rest(at)
	if p.block == nil || len(rest) == 0 {
		return match.No
	}
	a := markerEnds(e, at)
	if a.Yes() && !match.Spelling(e.Visits, p.block.Close, rest, true, true).Yes() {
		return match.No
	}
	return a
}

// nothing says that there are no calls here, or none but those before: where they are
// sure to be calls the last one may have begun.
func (p *Calls) nothing(e *place.Around) status {
	if p.sure && len(p.items) > 0 {
		return p.unclosed(e)
	}
	if p.told == 0 {
		return isProse
	}
	p.items = p.items[:p.told]
	return p.unclosed(e)
}

// noCall says that what stands at the position is no call.
func (p *Calls) noCall(e *place.Around) status {
	if len(p.items) == 0 || p.where == OnLine || p.where == InFence {
		return isProse
	}
	return p.unclosed(e)
}

// unclosed ends a list, or what a marker began, where something else begins.
func (p *Calls) unclosed(e *place.Around) status {
	p.pos = max(p.last().end, p.last().close)
	if p.list.depth > 0 {
		p.pos = max(p.pos, p.list.closed)
	}
	p.missing(e, false)
	return isOver
}

// missing notes what lacks where the place ends: the list's closer, and the
// block's, unless that is closed.
func (p *Calls) missing(e *place.Around, closed bool) {
	last, l, open := p.last(), &p.list, p.list.depth > 0 && p.listed()
	if open {
		whole := p.whole()
		if l.comma >= 0 {
			p.note(e, whole, repair.TrailingComma, l.comma)
		}
		for range l.depth {
			p.note(e, whole, repair.MissingCloser, last.end)
		}
	}
	if p.block != nil && !closed {
		p.note(e, last, repair.MissingMarker, last.end)
		if e.Final && len(e.Rest(p.pos)) > 0 && p.begins(e) {
			p.pos, p.trail = e.Window.End(), true
		}
	}
	if open {
		p.closes(e, last, max(last.end, l.closed))
	}
}

// whole is the last call of the list that didn't fail, or else its first one.
func (p *Calls) whole() *item {
	for i := len(p.items) - 1; i > p.list.from; i-- {
		if !p.items[i].failed() {
			return &p.items[i]
		}
	}
	return &p.items[p.list.from]
}
