package pythoncall

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// due reads the beginning of a call, or of a list.
func (p *Calls) due(e *place.Around) status {
	rest := e.Rest(p.pos)
	if len(rest) == 0 {
		return p.atEnd(e)
	}
	switch c := rest[0]; {
	case c == '[' && p.mayOpen():
		return p.openList()
	case c == ']' && p.list.depth > 0:
		return p.closeList(e)
	case c == ',' && p.list.comma >= 0:
		p.note(e, p.last(), repair.TrailingComma, p.pos)
		p.pos++
		return goOn
	case (c == '(' || c == '{') && p.any && p.list.depth > 0 && p.listed():
		return p.nameless(e)
	case isQuote(c) && (p.list.depth > 0 || p.where == AtStart || p.inside()):
		return p.openQuoted(e, rest)
	}
	if ends := p.ends(e); ends != match.No {
		return p.endsHere(e, ends)
	}
	if p.where == InBlock && rest[0] == '`' && p.fence == 0 {
		switch a := fenceLine(e, rest); {
		case a == match.More:
			return waits
		case a.Yes():
			p.openFence(e, rest, a.Len())
			return goOn
		}
	}
	return p.name(e, rest)
}

// nameless reads what stands in brackets behind a call of the list, if that is closed.
func (p *Calls) nameless(e *place.Around) status {
	switch p.list.closer.find(e, p.pos) {
	case match.More:
		return waits
	case match.No:
		return p.noCall(e)
	}
	p.next.start = p.pos
	return p.fail(e, p.pos, 0, parsers.ReasonMalformed, "a call without its name")
}

// openFence takes the line of a fence, n bytes long, to what stands before the next call.
func (p *Calls) openFence(e *place.Around, line []byte, n int) {
	p.fence, p.free = ticks(e.Visits, line), true
	p.next.between, p.next.leads = true, len(p.items) == 0
	p.pos += n
}

// openQuoted begins at a quote: a string that holds calls, or a call's name.
func (p *Calls) openQuoted(e *place.Around, rest []byte) status {
	n := nameLength(e, rest[1:])
	switch {
	case n+2 >= len(rest) && !e.Final && n < maxName:
		return waits
	case n > 0 && n+2 < len(rest) && rest[n+1] == rest[0] && rest[n+2] == '(':
		p.next.note(repair.QuoteStyle, p.pos)
		return p.named(e, rest[1:n+1], n+2)
	case e.Fuel().Spent() || p.list.depth == 0 && p.inside():
		return p.noCall(e)
	}
	p.text = text{start: p.pos, quote: rest[0], pos: p.pos + 1}
	p.phase = inString
	return goOn
}

// inside reports whether the calls are in a block or in a fence.
func (p *Calls) inside() bool { return p.where == InBlock || p.where == InFence }

// name reads the name of a call, up to its parenthesis.
func (p *Calls) name(e *place.Around, rest []byte) status {
	if p.prints(e, rest) {
		p.print = true
		p.next.start = p.pos
		p.pos += len(grammar.PrintOpens)
		return goOn
	}
	n := nameLength(e, rest)
	switch {
	case n == len(rest) && !e.Final && n <= maxName:
		return waits
	case n == 0 || n > maxName:
		return p.noCall(e)
	}
	return p.named(e, rest[:n], n)
}

// prints tells whether rest begins by printing a call.
func (p *Calls) prints(e *place.Around, rest []byte) bool {
	return p.list.depth == 0 && !p.print && bytes.HasPrefix(rest, []byte(grammar.PrintOpens)) && !e.Declared("print")
}

// named notes the name of the call, which takes n bytes from the position on.
func (p *Calls) named(e *place.Around, raw []byte, n int) status {
	read := declared
	if p.any {
		read = anyName
	}
	name, kind, ok := read(e, p.g, raw)
	if !ok && (p.list.depth == 0 || p.sure) { // calls before it may have begun
		return p.noCall(e)
	}
	c := &p.next
	if !p.print {
		c.start = p.pos
	}
	c.name, c.free = name, p.free || e.Penalized(c.first())
	c.undeclared = p.any && !e.Declared(name)
	if kind != 0 {
		c.note(kind, p.pos)
	}
	p.prose = p.prose || !ok
	p.pos += n
	return p.parenthesis(e)
}

// parenthesis begins the arguments; a name that none follows is no call.
func (p *Calls) parenthesis(e *place.Around) status {
	rest := e.Rest(p.pos)
	if len(rest) > 0 && rest[0] == '(' {
		p.pos++
		p.begin(e)
		return goOn
	}
	if p.list.depth == 0 {
		return p.noCall(e)
	}
	return p.fail(e, p.pos, 0, parsers.ReasonMalformed, "a name that isn't called")
}
