package pythoncall

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// fail says that the call failed at offset at, where depth brackets are open.
func (p *Calls) fail(e *place.Around, at, depth int, reason parsers.Reason, message string) status {
	p.ending.fail(e, at, depth, reason, message, p.phase == inArgs)
	p.phase = inBroken
	return goOn
}

// broken looks for the end of the call that failed.
func (p *Calls) broken(e *place.Around) status {
	c, stopped, more := p.ending.find(e)
	if more {
		return waits
	}
	p.pos = c.end
	p.list.printing(false)
	p.add(c)
	if p.given.sure {
		p.report.flush(e, p.pos) // what begins directly behind it costs 0.3, whether or not it was begun, and is withdrawn
	}
	if stopped {
		return p.unclosed(e)
	}
	return goOn
}

// endsHere ends the place at the position, unless more bytes must tell.
func (p *Calls) endsHere(e *place.Around, ends match.Answer) status {
	switch {
	case ends == match.More:
		return waits
	case len(p.items.all) == 0 || p.list.print:
		return p.nothing(e)
	case p.list.depth > 0 && !p.list.listed():
		return p.noCall(e)
	}
	return p.over(e, p.given.closer(e, p.pos).Yes())
}

// nothing says that there are no calls here, or none but those before: where they are
// sure to be calls the last one may have begun.
func (p *Calls) nothing(e *place.Around) status {
	if p.given.sure && len(p.items.all) > 0 {
		return p.unclosed(e)
	}
	if p.items.told == 0 {
		return isProse
	}
	p.items.onlyTold()
	return p.unclosed(e)
}

// noCall says that what stands at the position is no call.
func (p *Calls) noCall(e *place.Around) status {
	if len(p.items.all) == 0 || p.given.where == OnLine || p.given.where == InFence {
		return isProse
	}
	return p.unclosed(e)
}

// unclosed ends a list, or what a marker began, where something else begins.
func (p *Calls) unclosed(e *place.Around) status {
	p.pos = max(p.items.last().end, p.items.last().close)
	if p.list.depth > 0 {
		p.pos = max(p.pos, p.list.closed)
	}
	return p.over(e, false)
}

// over ends the place at the position; closed: the block's closer stands there.
func (p *Calls) over(e *place.Around, closed bool) status {
	if p.report.missing(e, p.pos, closed) {
		p.pos, p.trail = e.Window.End(), true
	}
	return isOver
}

// add notes a call that was read.
func (p *Calls) add(c item) {
	p.items.add(c)
	p.list.called()
	p.line, p.trail = false, false
	p.phase = afterCall
}
