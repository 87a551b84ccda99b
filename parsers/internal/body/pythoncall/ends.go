package pythoncall

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// fail notes that the call failed at offset at, where depth brackets are open.
func (p *Calls) fail(e *place.Around, at, depth int, reason parsers.Reason, message string) status {
	p.ending.fail(e, at, depth, reason, message, p.phase == inArgs)
	p.phase = inBroken
	return goOn
}

// broken looks for the end of the failed call.
func (p *Calls) broken(e *place.Around) status {
	c, stopped, more := p.ending.find(e)
	if more {
		return waits
	}
	p.pos = c.end
	p.list.print = false
	if c.end == c.start { // it is another call itself
		return p.noCall(e)
	}
	p.add(&c)
	if p.given.sure {
		// So a call directly behind it has a penalty of 0.3, whether or not the beginning of the
		// failed call was reported.
		p.report.flush(e, p.pos)
	}
	if stopped {
		return p.unclosed(e)
	}
	return goOn
}

// endsHere ends the place at the position, unless more bytes are needed.
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

// nothing ends the place: there are no calls here, or no further ones. Only where all text is calls
// may a call have been reported already.
func (p *Calls) nothing(e *place.Around) status {
	if p.given.sure && len(p.items.all) > 0 {
		return p.unclosed(e)
	}
	return isProse
}

// noCall handles text at the position that is no call.
func (p *Calls) noCall(e *place.Around) status {
	if len(p.items.all) == 0 || p.given.where == OnLine || p.given.where == InFence {
		return isProse
	}
	return p.unclosed(e)
}

// unclosed ends a list, or a block, where something else begins.
func (p *Calls) unclosed(e *place.Around) status {
	p.pos = max(p.items.last().end, p.items.last().close)
	if p.list.depth > 0 {
		p.pos = max(p.pos, p.list.closed)
	}
	return p.over(e, false)
}

// over ends the place at the position. closed: the block's closer is there.
func (p *Calls) over(e *place.Around, closed bool) status {
	if p.report.missing(e, p.pos, closed) {
		p.pos, p.trail = e.Window.End(), true
	}
	return isOver
}

// add adds a call that was read.
func (p *Calls) add(c *item) {
	p.items.add(c)
	p.list.comma = -1
	p.line, p.trail = false, false
	p.phase = afterCall
}
