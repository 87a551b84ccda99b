package engine

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// A quotedItem is a string in a list, or as the whole output, that holds calls.
type quotedItem struct {
	start, pos int
	quote      byte
}

// openQuoted begins at a quote: a string that holds calls, or a call's name.
func (p *pythonCalls) openQuoted(e *Engine, rest []byte) pythonVerdict {
	n := PythonNameLength(rest[1:])
	switch {
	case n+2 >= len(rest) && !e.Final && n < maxPythonName:
		return pythonMore
	case n > 0 && n+2 < len(rest) && rest[n+1] == rest[0] && rest[n+2] == '(':
		p.next.note(repair.QuoteStyle, p.pos)
		return p.named(e, p.pos, rest[1:n+1], n+2)
	}
	p.text = quotedItem{start: p.pos, quote: rest[0], pos: p.pos + 1}
	p.phase = pythonQuoted
	return pythonOn
}

// quoted looks for the end of the string, and reads the calls in it.
func (p *pythonCalls) quoted(e *Engine) pythonVerdict {
	t := &p.text
	for ; t.pos < e.Base+len(e.Win); t.pos++ {
		rest := e.Rest(t.pos)
		switch rest[0] {
		case '\\':
			if len(rest) < 2 && !e.Final {
				return pythonMore
			}
			t.pos++
		case t.quote:
			ends, more := p.closesQuoted(e, rest[1:])
			if more {
				return pythonMore
			}
			if ends {
				return p.unquote(e)
			}
		}
	}
	if !e.Final {
		return pythonMore
	}
	return p.unclosedQuote(e)
}

// unclosedQuote reports the calls in a string that nothing closes as one.
func (p *pythonCalls) unclosedQuote(e *Engine) pythonVerdict {
	c := &p.next
	c.start, c.inner = p.text.start, 0
	raw := bytes.TrimLeft(e.Rest(c.start+1), "[")
	c.name, _, _ = e.PythonName(raw[:PythonNameLength(raw)])
	c.free = true
	c.fail(parsers.ReasonMalformed, "a string isn't closed")
	c.end = e.Base + len(e.Win)
	p.pos = c.end
	p.add(*c)
	return p.unclosed(e)
}

// closesQuoted tells whether the quote before b ends the string: the next
// string or the list's end must follow, or, without a list, the line's end.
func (p *pythonCalls) closesQuoted(e *Engine, b []byte) (yes, more bool) {
	space := " \t\r\n"
	if p.depth == 0 {
		space = " \t\r"
	}
	b = bytes.TrimLeft(b, space)
	switch {
	case len(b) == 0:
		return e.Final, !e.Final
	case p.depth == 0:
		return b[0] == '\n' || b[0] == '<', false
	case b[0] != ',':
		return b[0] == ']', false
	}
	b = bytes.TrimLeft(b[1:], space)
	if len(b) == 0 {
		return e.Final, !e.Final
	}
	return b[0] == p.text.quote || b[0] == ']', false
}

// unquote reads the calls in the string, which ends at its quote.
func (p *pythonCalls) unquote(e *Engine) pythonVerdict {
	t := &p.text
	text, at := unescaped(e.Slice(t.start+1, t.pos), t.start+1)
	items, ok := e.callsIn(text, false)
	if !ok {
		p.pos = t.pos + 1
		return pythonProse
	}
	for i := range items {
		c := &items[i]
		c.move(at)
		c.between, c.free = i > 0, true
		c.note(repair.QuoteStyle, t.start)
	}
	first := &items[0]
	first.start, first.open, first.between = t.start, p.next.open, p.next.between
	first.repairs = append(first.repairs, p.next.repairs...)
	items[len(items)-1].end = t.pos + 1
	p.pos = t.pos + 1
	for _, c := range items {
		p.add(c)
	}
	if p.depth == 0 {
		return pythonDone
	}
	return pythonOn
}

// callsIn reads a text that is nothing but calls, of any tools or of declared ones.
func (e *Engine) callsIn(text []byte, undeclared bool) ([]pythonItem, bool) {
	inner := &Engine{
		Cursor:  cursor.Cursor{Config: e.Config, Win: text, Final: true},
		grammar: e.grammar, triggers: e.triggers, maxDepth: e.maxDepth, schemas: e.schemas,
	}
	inner.around = place.Around{Cursor: &inner.Cursor, Place: inner, Breaks: inner.BreakAt}
	p := newPythonCalls(0, pythonWhole)
	p.any = undeclared
	if p.read(inner) != pythonDone || p.prose || len(bytes.TrimSpace(inner.Rest(p.pos))) > 0 {
		return nil, false
	}
	return p.items, true
}

// unescaped is the text that a string's raw text, which begins at offset from,
// stands for, as far as code goes; at is where each byte of it stands.
func unescaped(raw []byte, from int) (text []byte, at func(int) int) {
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw, func(i int) int { return from + i }
	}
	text = make([]byte, 0, len(raw))
	offsets := make([]int, 0, len(raw)+1)
	for i := 0; i < len(raw); i++ {
		offsets = append(offsets, from+i)
		c := raw[i]
		if c == '\\' && i+1 < len(raw) {
			switch next := raw[i+1]; next {
			case '\'', '"', '\\':
				c = next
				i++
			case 'n':
				c = '\n'
				i++
			}
		}
		text = append(text, c)
	}
	offsets = append(offsets, from+len(raw))
	return text, func(i int) int { return offsets[i] }
}
