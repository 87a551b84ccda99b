package pythoncall

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// Where is where the calls stand.
func (p *Calls) Where() Where { return p.where }

// Found tells, at the end, whether there were calls.
func (p *Calls) Found() bool { return len(p.items) > 0 && !p.prose }

// giveUp lets the text be read on behind the position: it held no calls.
func (p *Calls) giveUp(e *place.Around) {
	p.items = nil
	e.Open().Brackets += p.list.depth
	e.Pos = max(p.pos, e.Mark)
	e.Text(e.Pos)
}

// report reports what was read.
func (p *Calls) report(e *place.Around) {
	if p.prose {
		p.giveUp(e)
		return
	}
	if p.where == InFence {
		e.Markup(p.items[0].first(), parsers.RoleOpen)
		if len(e.Rest(p.pos)) == 0 {
			p.last().note(repair.MissingMarker, p.pos)
		}
	}
	for i := range p.items {
		p.items[i].report(e, p.g.Format)
		e.CountTextCall()
	}
	e.Pos = max(p.pos, e.Mark)
	if p.trail {
		e.Markup(e.Pos, parsers.RoleTrail)
	}
}
