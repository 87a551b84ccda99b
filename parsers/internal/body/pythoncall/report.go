package pythoncall

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// Where is where the calls stand.
func (p *Calls) Where() Where { return p.where }

// Format is the format of calls that stand there; b is the block around them.
func Format(g *grammar.Python, where Where, b *grammar.PythonBlock) string {
	switch where {
	case InBlock:
		return g.BlockFormat(b)
	case AtStart:
		return g.StartsAs()
	case InFence:
		return g.FencedAs()
	}
	return g.Format
}

func (p *Calls) format() string {
	if p.block != nil {
		return p.g.BlockFormat(p.block)
	}
	return Format(p.g, p.where, nil)
}

// Block is the block around the calls, Text what stands in it, if that may be echoed.
func (p *Calls) Block() *grammar.PythonBlock { return p.block }

// Text is what stands in a block that may be echoed; nothing of what is an echo.
func (p *Calls) Text(e *place.Around) []byte {
	if p.told == 0 {
		return nil
	}
	return e.Visits.TrimSpace(p.raw)
}

// Echoes says what stood in the block directly before.
func (p *Calls) Echoes(text []byte) { p.echo = text }

// copyRaw keeps what was read of a block that may be echoed.
func (p *Calls) copyRaw(e *place.Around) {
	if p.block != nil && p.block.Echoed {
		p.raw = append(p.raw, e.Slice(p.copied, p.pos)...)
		p.copied = p.pos
	}
}

// rawText is what was read, of a list none of which was reported.
func (p *Calls) rawText(e *place.Around) []byte { return e.Slice(p.copied, p.pos) }

// Found tells, at the end, whether there were calls.
func (p *Calls) Found() bool { return p.told > 0 }

// giveUp lets the text be read on behind the position: it held no calls.
func (p *Calls) giveUp(e *place.Around) {
	e.Open().Brackets += p.list.depth
	e.Pos = max(p.pos, e.Mark)
	e.Text(e.Pos)
}

// report reports what was read.
func (p *Calls) report(e *place.Around) {
	switch {
	case p.prose || !p.shown() || p.where == InText && !p.lost && p.items[0].undeclared:
		p.giveUp(e)
		return
	case p.lost && string(p.echo) == string(p.rawText(e)):
		e.Markup(p.pos, parsers.RoleTrail)
		e.Pos = p.pos
		return
	case p.lost:
		p.items[0].note(repair.MissingMarker, p.items[0].first())
	}
	if p.where == InFence {
		e.Markup(p.items[0].first(), parsers.RoleOpen)
		if len(e.Rest(p.pos)) == 0 {
			p.last().note(repair.MissingMarker, p.pos)
		}
	}
	p.flush(e)
	e.Pos = max(p.pos, e.Mark)
	if p.trail {
		e.Markup(e.Pos, parsers.RoleTrail)
	}
}

// shown tells whether a call was found, or one that failed and is told.
func (p *Calls) shown() bool {
	for i := range p.items {
		if !p.items[i].silent {
			return true
		}
	}
	return false
}

// flush reports what was read, unless there is nothing to tell yet.
func (p *Calls) flush(e *place.Around) {
	if p.prose || p.told == 0 && !p.shown() {
		return
	}
	p.tell(e)
}

// begun is what holds for all calls here.
func (p *Calls) begun() parsers.Begin {
	return parsers.Begin{Format: p.format(), Declared: p.where == AtStart && p.any}
}

// closes notes that the list around the call ends at offset end.
func (p *Calls) closes(e *place.Around, c *item, end int) {
	c.close = end
	if c.told {
		p.copyRaw(e)
		e.Markup(end, parsers.RoleClose)
	}
}

// tell reports what was read.
func (p *Calls) tell(e *place.Around) {
	p.copyRaw(e)
	begin := p.begun()
	for ; p.told < len(p.items); p.told++ {
		c := &p.items[p.told]
		c.pending = p.list.depth > 0 && c.close == 0 || p.where == InBlock && e.InFence()
		c.report(e, begin)
		e.CountTextCall()
	}
}
