package pythoncall

import (
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// after reads what follows a call, or a list.
func (p *Calls) after(e *place.Around) status {
	rest := e.Rest(p.pos)
	switch {
	case len(rest) == 0 && !e.Final:
		return waits
	case p.print && (len(rest) == 0 || rest[0] != ')'):
		return p.unprinted(e, rest)
	case len(rest) == 0:
		return p.atEnd(e)
	}
	switch c := rest[0]; {
	case p.print:
		p.print = false
		return p.longer()
	case (c == ')' || c == ']' && p.bare(e)) && p.directly() && !p.last().failed():
		p.last().note(repair.ExtraCloser, p.pos)
		return p.longer()
	case c == ']' && p.list.depth > 0:
		switch p.misclosed(e, rest) {
		case match.More:
			return waits
		case match.No:
			return p.closeList(e)
		}
		switch c := p.last(); {
		case c.failed(): // and may have been told
			p.pos++
			return goOn
		case !c.unclosed:
			c.note(repair.ExtraCloser, p.pos)
		}
		return p.longer()
	case c == ',' || c == ';':
		return p.separator(c)
	case c == '`' && p.fence > 0 && p.line && p.list.depth == 0:
		return p.closeFence(e)
	}
	if ends := p.ends(e); ends != match.No {
		return p.endsHere(e, ends)
	}
	switch n := p.opener(e, rest); {
	case n == match.More:
		return waits
	case n.Yes():
		p.pos += n.Len()
		p.trail = true
		p.missing(e, false)
		return isOver
	}
	return p.other(e, rest)
}

// opener tells whether the block's opener stands in its closer's place: no call follows it.
func (p *Calls) opener(e *place.Around, rest []byte) match.Answer {
	if p.block == nil || p.list.depth > 0 {
		return match.No
	}
	n := match.Text(p.block.Open, rest, e.Final)
	if !n.Yes() {
		return n
	}
	at, more := e.Space(p.pos + n.Len())
	b := e.Rest(at)
	switch {
	case more:
		return match.More
	case len(b) > 0 && (b[0] == '{' || b[0] == '['):
		return match.No
	}
	if a := Opens(e, p.g, InBlock, b); a != match.No {
		return min(a, match.No)
	}
	return n
}

// closeFence reads the fence's closing line, behind which another call may stand.
func (p *Calls) closeFence(e *place.Around) status {
	switch n := e.RunLength(p.pos); {
	case n == match.More:
		return waits
	case int(n) < p.fence:
		return p.noCall(e)
	default:
		p.pos += int(n)
	}
	p.closes(e, p.last(), p.pos)
	p.fence, p.next.between, p.trail = 0, true, true
	p.phase = isDue
	return goOn
}

// unprinted handles what follows a call that is printed, and isn't the parenthesis that
// print lacks: an end, or another line.
func (p *Calls) unprinted(e *place.Around, rest []byte) status {
	ends := match.Answer(1)
	if len(rest) > 0 {
		ends = p.ends(e)
	}
	switch {
	case ends == match.More:
		return waits
	case ends.Yes() && e.Repairs():
		p.print = false
		p.note(e, p.last(), repair.MissingCloser, p.last().end)
		return p.endsHere(e, ends)
	case p.line && (p.where == InBlock || p.where == OnLine):
		p.again(e, printMessage)
		p.end.pos, p.end.ended = p.next.end, true
		return goOn
	case p.where == InBlock:
		return p.again(e, printMessage)
	}
	return p.noCall(e)
}

const printMessage = "print isn't closed"

// again makes a call that failed of the last one, which goes on at the position.
func (p *Calls) again(e *place.Around, message string) status {
	p.next = *p.last()
	p.items = p.items[:len(p.items)-1]
	return p.fail(e, p.pos, 0, parsers.ReasonMalformed, message)
}

// misclosed tells whether the bracket that rest begins with stands in the place of the last
// call's parenthesis, or is one too many: a separator and another call follow it, and the
// list's own bracket.
func (p *Calls) misclosed(e *place.Around, rest []byte) match.Answer {
	if !p.directly() || !p.last().unclosed && (p.list.depth > 1 || e.Open().Brackets > 0) {
		return match.No
	}
	b := rest[1:]
	for i := range 3 { // a comma may be doubled
		n := leadingSpace(b)
		e.Visits.Add(n)
		switch b = b[n:]; {
		case n == maxSpace:
			return match.No
		case len(b) == 0:
			return match.End(e.Final)
		case b[0] == ',' || b[0] == ';':
			b = b[1:]
		case i == 0:
			return match.No
		}
	}
	where := p.where
	if c := p.last(); c.silent && !c.unclosed {
		where = OnLine // code, as in b[len(a):], len(a), unless the next one is a declared tool's
	}
	if a := opensCall(e, p.g, where, b); !a.Yes() {
		return a
	}
	return p.list.closer.find(e, p.pos+1)
}

// bare tells whether neither a list's bracket nor the text's own is open around the calls.
func (p *Calls) bare(e *place.Around) bool {
	return p.list.depth == 0 && p.last().close == 0 && p.where != whole && e.Open().Brackets == 0
}

// directly tells whether a call ended at the position.
func (p *Calls) directly() bool { return p.pos == p.last().end }

// longer takes the byte at the position into the last call.
func (p *Calls) longer() status {
	p.pos++
	p.last().end = p.pos
	return goOn
}

// separator reads what separates two calls.
func (p *Calls) separator(c byte) status {
	if p.list.depth > 0 {
		if c == ';' {
			p.next.note(repair.MissingComma, p.pos)
		} else {
			p.list.comma = p.pos
		}
	}
	p.next.between, p.trail = true, true
	p.pos++
	p.phase = isDue
	return goOn
}

// other handles what follows a call and is neither a separator nor an end.
func (p *Calls) other(e *place.Around, rest []byte) status {
	switch p.goesOn(rest, e.Final) {
	case match.More:
		return waits
	case match.No:
	default:
		return p.again(e, "an expression, of which the call is a part")
	}
	switch a := opensCall(e, p.g, p.where, rest); {
	case p.where == OnLine, p.where == InFence && !p.line:
		return p.noCall(e)
	case a == match.More:
		return waits
	case a.Yes() && p.list.depth > 0:
		p.next.note(repair.MissingComma, p.pos)
		p.next.between = true
	case a == match.No && (p.where == InBlock && rest[0] != '[' || p.list.depth > 0):
		return p.unclosed(e)
	}
	p.phase = isDue
	return goOn
}

// goesOn tells whether the last call is a part of an expression, which goes on with b.
func (p *Calls) goesOn(b []byte, final bool) match.Answer {
	last := p.last()
	switch {
	case last.close > 0 || last.failed() || !p.directly() && p.list.depth == 0:
		return match.No
	case strings.IndexByte(".+-*/%|&^@<>=", b[0]) >= 0:
		return match.Answer(1)
	case p.directly():
		return answer(b[0] == '[' || b[0] == '(', false)
	}
	return match.Any(operators, b, final)
}

// operators are words that go on with an expression.
var operators = []string{"if ", "for ", "else ", "and ", "or ", "in ", "not ", "is "}
