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
	case isQuote(c) && (p.list.depth > 0 || p.where == AtStart):
		return p.openQuoted(e, rest)
	}
	if ends := p.ends(e); ends != match.No {
		return p.endsHere(e, ends)
	}
	return p.name(e, rest)
}

// mayOpen tells whether a list may begin: not on a line, and in another one
// only if brackets were doubled before its first call.
func (p *Calls) mayOpen() bool {
	switch p.list.depth {
	case 0:
		return p.where != OnLine
	case 1:
		return p.list.doubled || !p.listed()
	}
	return false
}

func (p *Calls) openList() status {
	l := &p.list
	if l.depth == 0 {
		p.next.open, l.from, l.doubled = p.pos, len(p.items), false
	} else {
		p.next.note(repair.ExtraOpener, p.pos)
		l.inner, l.doubled = len(p.items), true
	}
	l.depth++
	p.pos++
	return goOn
}

// closeList closes the list, or its inner bracket. One that holds nothing
// holds no calls.
func (p *Calls) closeList(e *place.Around) status {
	l := &p.list
	if l.depth == 1 && !p.listed() || l.depth == 2 && len(p.items) == l.inner {
		return p.nothing(e)
	}
	if l.comma >= 0 {
		p.note(e, p.last(), repair.TrailingComma, l.comma)
		l.comma = -1
	}
	p.pos++
	p.phase = afterCall
	if l.depth--; l.depth == 0 {
		p.phase = afterList
	}
	return goOn
}

// listClosed takes one ']' too many, directly behind, into the list. In running
// text a block's closer there says that the list's opener was lost.
func (p *Calls) listClosed(e *place.Around) status {
	rest := e.Rest(p.pos)
	if len(rest) == 0 && !e.Final {
		return waits
	}
	if b := p.g.Echoed(); b != nil && p.where == InText {
		switch a := match.Text(b.Close, rest, e.Final); {
		case a == match.More:
			return waits
		case a.Yes():
			p.block, p.lost = b, true
		}
	}
	if len(rest) > 0 && rest[0] == ']' && e.Open().Brackets == 0 {
		p.note(e, p.last(), repair.ExtraCloser, p.pos)
		p.pos++
	}
	p.last().closes(e, p.pos)
	p.phase = afterCall
	if p.where == InText || p.where == AtStart {
		return isOver
	}
	return goOn
}

// name reads the name of a call, up to its parenthesis.
func (p *Calls) name(e *place.Around, rest []byte) status {
	if p.prints(e, rest) {
		p.print = true
		p.next.start = p.pos
		p.pos += len(grammar.PrintOpens)
		return goOn
	}
	n := nameLength(rest)
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
	name, repaired, ok := read(e, p.g, raw)
	if !ok && p.list.depth == 0 {
		return p.noCall(e)
	}
	c := &p.next
	if !p.print {
		c.start = p.pos
	}
	c.name, c.free = name, p.free
	c.undeclared = p.any && !e.Declared(name)
	if repaired {
		c.note(repair.ToolName, p.pos)
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
