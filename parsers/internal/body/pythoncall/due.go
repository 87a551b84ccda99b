package pythoncall

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// due reads the beginning of a call or of a list. Without any text, the output has ended.
func (p *Calls) due(e *place.Around) status {
	rest := e.Rest(p.pos)
	if len(rest) == 0 {
		return p.endsHere(e, match.Answer(1))
	}
	switch c := rest[0]; {
	case c == '[' && p.list.mayOpen():
		p.list.open(p.pos)
		p.pos++
		return goOn
	case c == ']' && p.list.depth > 0:
		return p.closeList(e)
	case c == ',' && p.list.comma >= 0:
		p.items.note(e, p.items.last(), repair.TrailingComma, p.pos)
		p.pos++
		return goOn
	case (c == '(' || c == '{') && p.given.any && p.list.depth > 0 && p.list.listed():
		return p.nameless(e)
	case isQuote(c) && (p.list.depth > 0 || p.given.where == AtStart || p.given.inside()):
		return p.openQuoted(e, rest)
	}
	if ends := p.given.ends(e, p.pos); ends != match.No {
		return p.endsHere(e, ends)
	}
	if p.given.where == InBlock && fence.Begins[rest[0]] && p.fence.Len == 0 {
		switch run, a := fenceLine(e, rest); {
		case a == match.More:
			return waits
		case a.Yes():
			p.openFence(run, a.Len())
			return goOn
		}
	}
	return p.name(e, rest)
}

// nameless reads a bracket in the place of a call in a list. It is a failed call if the list is
// closed.
func (p *Calls) nameless(e *place.Around) status {
	switch p.list.closer.find(e, p.pos) {
	case match.More:
		return waits
	case match.No:
		return p.noCall(e)
	}
	p.items.next.start = p.pos
	return p.fail(e, p.pos, 0, parsers.ReasonMalformed, "the call has no name")
}

// openFence adds the line of a fence, n bytes long, to the text before the next call.
func (p *Calls) openFence(run fence.Run, n int) {
	p.fence = run
	p.given.free = true
	p.items.next.leadsIn(len(p.items.all) == 0)
	p.pos += n
}

// openQuoted reads a quote. It begins a string that contains calls, or the name of a call.
func (p *Calls) openQuoted(e *place.Around, rest []byte) status {
	n := nameLength(e, rest[1:])
	switch {
	case n+2 >= len(rest) && !e.Final && n < maxName:
		return waits
	case n > 0 && n+2 < len(rest) && rest[n+1] == rest[0] && rest[n+2] == '(':
		p.items.next.note(repair.QuoteStyle, p.pos)
		return p.named(e, rest[1:n+1], n+2)
	case e.Costs.Fuel().Spent() || p.list.depth == 0 && p.given.inside():
		return p.noCall(e)
	}
	p.text.opens(p.pos, rest[0])
	p.phase = inString
	return goOn
}

// name reads the name of a call, up to its parenthesis.
func (p *Calls) name(e *place.Around, rest []byte) status {
	if p.list.prints(e, rest) {
		p.list.print = true
		p.items.next.start = p.pos
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

// named sets the name of the call, which is n bytes long and begins at the position.
func (p *Calls) named(e *place.Around, raw []byte, n int) status {
	read := declared
	if p.given.any {
		read = anyName
	}
	name, kind, ok := read(e, p.given.g, raw)
	if !ok && (p.list.depth == 0 || p.given.sure) { // calls before it may have been reported
		return p.noCall(e)
	}
	c := &p.items.next
	if !p.list.print {
		c.start = p.pos
	}
	c.name, c.free, c.undeclared = name, p.given.free || e.Costs.Penalized(c.first()), p.given.any && !e.Declared(name)
	if kind != 0 {
		c.note(kind, p.pos)
	}
	if !ok {
		p.items.prose = true
	}
	p.pos += n
	return p.parenthesis(e)
}

// parenthesis starts the arguments. A name without a parenthesis behind it is no call.
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
	return p.fail(e, p.pos, 0, parsers.ReasonMalformed, "a name without its arguments")
}
