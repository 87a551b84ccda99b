package pythoncall

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// after reads what follows a call, or a list.
func (p *Calls) after(e *place.Around) status {
	rest := e.Rest(p.pos)
	if len(rest) == 0 {
		return p.atEnd(e)
	}
	switch c := rest[0]; {
	case c == ')' && p.print:
		p.print = false
		return p.longer()
	case p.print:
		return p.noCall(e)
	case c == ')' && p.directly() && !p.last().failed():
		p.last().note(repair.ExtraCloser, p.pos)
		return p.longer()
	case c == ']' && p.list.depth > 0:
		return p.closeList(e)
	case c == ',' || c == ';':
		return p.separator(c)
	}
	if ends := p.ends(e); ends != match.No {
		return p.endsHere(e, ends)
	}
	return p.other(e, rest)
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
		p.next = *p.last()
		p.items = p.items[:len(p.items)-1]
		return p.fail(e, p.pos, 0, parsers.ReasonMalformed, "an expression, of which the call is a part")
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
	case bytes.IndexByte([]byte(".+-*/%|&^@<>="), b[0]) >= 0:
		return match.Answer(1)
	case p.directly():
		return answer(b[0] == '[' || b[0] == '(', false)
	}
	return match.Any(operators, b, final)
}

// operators are words that go on with an expression.
var operators = []string{"if ", "for ", "else ", "and ", "or ", "in ", "not ", "is "}

// ends tells whether the place ends at the position.
func (p *Calls) ends(e *place.Around) match.Answer {
	switch c := e.Rest(p.pos)[0]; {
	case p.where == OnLine && c == '\n':
		return match.Answer(1)
	case p.where == InFence && c == '`':
		ending, more := e.FenceEndingAt(p.pos)
		return answer(ending != place.EndsNothing, more)
	case p.where != InFence && e.Firsts[c]:
		if p.begins(e) {
			return match.Answer(1)
		}
		return markerEnds(e, p.pos)
	}
	return match.No
}

// begins tells whether the output ends in the first part of the block's closer.
func (p *Calls) begins(e *place.Around) bool {
	return p.block != nil && e.Final && match.Spelling(p.block.Close, e.Rest(p.pos), false, true) == match.More
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
	if a.Yes() && !match.Spelling(p.block.Close, rest, true, true).Yes() {
		return match.No
	}
	return a
}

// atEnd ends the place with the output.
func (p *Calls) atEnd(e *place.Around) status {
	if !e.Final {
		return waits
	}
	return p.endsHere(e, match.Answer(1))
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
		if len(e.Rest(p.pos)) > 0 && p.begins(e) {
			p.pos, p.trail = e.Window().End(), true
		}
	}
	if open {
		last.closes(e, last.end)
	}
}

// listed tells whether the list holds calls.
func (p *Calls) listed() bool { return len(p.items) > p.list.from }

// whole is the last call of the list that didn't fail, or else its first one.
func (p *Calls) whole() *item {
	for i := len(p.items) - 1; i > p.list.from; i-- {
		if !p.items[i].failed() {
			return &p.items[i]
		}
	}
	return &p.items[p.list.from]
}

// unclosed ends a list, or what a marker began, where something else begins.
func (p *Calls) unclosed(e *place.Around) status {
	p.pos = p.last().end
	p.missing(e, false)
	return isOver
}

// noCall says that what stands at the position is no call.
func (p *Calls) noCall(e *place.Around) status {
	if len(p.items) == 0 || p.where == OnLine || p.where == InFence {
		return isProse
	}
	return p.unclosed(e)
}
