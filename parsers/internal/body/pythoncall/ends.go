package pythoncall

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// after reads the text behind a call or a list. Without any, the output has ended.
func (p *Calls) after(env *body.Env) status {
	rest := env.Rest(p.pos)
	switch {
	case p.list.print && (len(rest) == 0 || rest[0] != ')'):
		return p.unprinted(env, rest)
	case len(rest) == 0:
		return p.endsHere(env, match.Answer(1))
	}
	switch c := rest[0]; {
	case p.list.print:
		p.list.print = false
		return p.longer()
	case (c == ')' || c == ']' && p.list.bare(env)) && p.items.directly(p.pos) && !p.items.last().failed():
		p.items.last().note(repair.ExtraCloser, p.pos)
		return p.longer()
	case c == ']' && p.list.depth > 0:
		switch p.list.misclosed(env, p.pos, rest) {
		case match.More:
			return waits
		case match.No:
			return p.closeList(env)
		}
		switch c := p.items.last(); {
		case c.failed(): // the call may have been reported already
			p.pos++
			return goOn
		case !c.unclosed:
			c.note(repair.ExtraCloser, p.pos)
		}
		return p.longer()
	case c == ',' || c == ';':
		return p.separator(c)
	case fence.Begins[c] && p.fence.Len > 0 && p.line && p.list.depth == 0:
		return p.closeFence(env)
	}
	if ends := p.surroundings.ends(env, p.pos); ends != match.No {
		return p.endsHere(env, ends)
	}
	switch n := p.list.opener(env, p.pos, rest); {
	case n == match.More:
		return waits
	case n.Yes():
		p.pos += n.Len()
		p.trail = true
		return p.over(env, false)
	}
	return p.other(env, rest)
}

// closeList closes the list, or its inner bracket. If the bracket contains nothing, it isn't a list
// of calls.
func (p *Calls) closeList(env *body.Env) status {
	if p.list.empty() {
		return p.nothing(env)
	}
	p.pos++
	p.list.close(env, p.pos)
	if p.phase = afterCall; p.list.depth == 0 {
		p.phase = afterList
	}
	return goOn
}

// listClosed adds one surplus ']', directly behind the list, to the list. In running text, a closer
// of a block directly behind the list means that the list's opener was lost.
func (p *Calls) listClosed(env *body.Env) status {
	rest := env.Rest(p.pos)
	if len(rest) == 0 && !env.Final {
		return waits
	}
	if b := p.surroundings.g.Echoed(); b != nil && p.surroundings.where == InText {
		switch a := match.Text(b.Markers.Closer(), rest, env.Final); {
		case a == match.More:
			return waits
		case a.Yes():
			p.surroundings.block, p.surroundings.lost = b, true
		}
	}
	if len(rest) > 0 && rest[0] == ']' && env.Prose.Open().Brackets == 0 {
		p.items.note(env, p.items.last(), repair.ExtraCloser, p.pos)
		p.pos++
	}
	p.report.closes(env, p.pos, p.items.last(), p.pos) // if the call was reported, this is reported at once
	p.phase = afterCall
	if p.surroundings.where == InText || p.surroundings.where == AtStart {
		return isOver
	}
	return goOn
}

// closeFence reads the fence's closing line. Another call may follow it.
func (p *Calls) closeFence(env *body.Env) status {
	switch run, more := env.Run(p.pos); {
	case more:
		return waits
	case !run.Closes(p.fence):
		return p.noCall(env)
	default:
		p.pos += run.Len
	}
	p.report.closes(env, p.pos, p.items.last(), p.pos)
	p.items.next.between = true
	p.fence, p.trail = fence.Run{}, true
	p.phase = isDue
	return goOn
}

// unprinted handles the text behind a printed call if the parenthesis of print is missing there.
// The text is an end, another line, or something else.
func (p *Calls) unprinted(env *body.Env, rest []byte) status {
	ends := match.Answer(1)
	if len(rest) > 0 {
		ends = p.surroundings.ends(env, p.pos)
	}
	switch {
	case ends == match.More:
		return waits
	case ends.Yes() && env.Repairs():
		p.list.print = false
		p.items.note(env, p.items.last(), repair.MissingCloser, p.items.last().end)
		return p.endsHere(env, ends)
	case p.line && (p.surroundings.where == InBlock || p.surroundings.where == OnLine):
		p.again(env, printMessage)
		p.ending.end.pos, p.ending.end.ended = p.items.next.end, true
		return goOn
	case p.surroundings.where == InBlock:
		return p.again(env, printMessage)
	}
	return p.noCall(env)
}

const printMessage = "print isn't closed"

// again turns the last call into a failed one, which continues at the position.
func (p *Calls) again(env *body.Env, message string) status {
	p.items.again()
	return p.fail(env, p.pos, 0, parsers.ReasonMalformed, message)
}

// longer adds the byte at the position to the last call.
func (p *Calls) longer() status {
	p.pos++
	p.items.last().end = p.pos
	return goOn
}

// separator reads the separator between two calls.
func (p *Calls) separator(c byte) status {
	if p.list.depth > 0 {
		if c == ';' {
			p.items.next.note(repair.MissingComma, p.pos)
		} else {
			p.list.comma = p.pos
		}
	}
	p.items.next.between = true
	p.trail = true
	p.pos++
	p.phase = isDue
	return goOn
}

// other handles text behind a call that is neither a separator nor an end.
func (p *Calls) other(env *body.Env, rest []byte) status {
	switch p.list.goesOn(p.pos, rest, env.Final) {
	case match.More:
		return waits
	case match.No:
	default:
		return p.again(env, "an expression, of which the call is a part")
	}
	switch a := opensCall(env, p.surroundings.g, p.surroundings.where, rest); {
	case p.surroundings.where == OnLine, p.surroundings.where == InFence && !p.line:
		return p.noCall(env)
	case a == match.More:
		return waits
	case a.Yes() && p.list.depth > 0:
		p.items.next.note(repair.MissingComma, p.pos)
		p.items.next.between = true
	case a == match.No && (p.surroundings.where == InBlock && rest[0] != '[' || p.list.depth > 0):
		return p.unclosed(env)
	}
	p.phase = isDue
	return goOn
}

// fail notes that the call failed at offset at, where depth brackets are open.
func (p *Calls) fail(env *body.Env, at, depth int, reason parsers.Reason, message string) status {
	p.ending.fail(env, at, depth, reason, message, p.phase == inArgs)
	p.phase = inBroken
	return goOn
}

// broken looks for the end of the failed call.
func (p *Calls) broken(env *body.Env) status {
	c, stopped, more := p.ending.find(env)
	if more {
		return waits
	}
	p.pos = c.end
	p.list.print = false
	if c.end == c.start { // it is another call itself
		return p.noCall(env)
	}
	p.add(&c)
	if len(env.Rest(c.end)) > 0 {
		if m, a := env.Markers.MarkAt(c.end); a.Yes() && m.Begins {
			env.Penalties.LeavesOpen(c.end, p.ending.end.depth+p.ending.end.inner)
		}
	}
	if p.surroundings.sure {
		// So a call directly behind it has a penalty of 0.3, whether or not the beginning of the
		// failed call was reported.
		p.report.flush(env, p.pos)
	}
	if stopped {
		return p.unclosed(env)
	}
	return goOn
}

// endsHere ends the place at the position, unless more bytes are needed.
func (p *Calls) endsHere(env *body.Env, ends match.Answer) status {
	switch {
	case ends == match.More:
		return waits
	case len(p.items.all) == 0 || p.list.print:
		return p.nothing(env)
	case p.list.depth > 0 && !p.list.listed():
		return p.noCall(env)
	}
	return p.over(env, p.surroundings.closer(env, p.pos).Yes())
}

// nothing ends the place: there are no calls here, or no further ones. Only where all text is calls
// may a call have been reported already.
func (p *Calls) nothing(env *body.Env) status {
	if p.surroundings.sure && len(p.items.all) > 0 {
		return p.unclosed(env)
	}
	return isProse
}

// noCall handles text at the position that is no call.
func (p *Calls) noCall(env *body.Env) status {
	if len(p.items.all) == 0 || p.surroundings.where == OnLine || p.surroundings.where == InFence {
		return isProse
	}
	return p.unclosed(env)
}

// unclosed ends a list, or a block, where something else begins.
func (p *Calls) unclosed(env *body.Env) status {
	p.pos = max(p.items.last().end, p.items.last().close)
	if p.list.depth > 0 {
		p.pos = max(p.pos, p.list.closed)
	}
	return p.over(env, false)
}

// over ends the place at the position. closed: the block's closer is there.
func (p *Calls) over(env *body.Env, closed bool) status {
	if p.report.missing(env, p.pos, closed) {
		p.pos, p.trail = env.Window.End(), true
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
