package pythoncall

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// A text is a string in a list, or as the whole output, that holds calls.
type text struct {
	start, pos int
	quote      byte
	// How far white space was followed, behind a quote, and behind a comma there.
	quoteGap, commaGap cursor.Reach
}

// quoted looks for the end of the string, and reads the calls in it.
func (p *Calls) quoted(e *place.Around) status {
	t := &p.text
	for ; t.pos < e.Window().End(); t.pos++ {
		rest := e.Rest(t.pos)
		switch rest[0] {
		case '\n':
			if p.list.depth == 0 {
				return p.nothing(e)
			}
		case '\\':
			if len(rest) < 2 && !e.Final {
				return waits
			}
			t.pos++
		case t.quote:
			ends, more := p.endsText(e, t.pos)
			if more {
				return waits
			}
			if ends {
				return p.unquote(e)
			}
		}
	}
	switch {
	case !e.Final:
		return waits
	case p.list.depth == 0:
		return p.nothing(e)
	}
	return p.openText(e)
}

var (
	spaces     = cursor.SetOf(" \t\r\n")
	lineSpaces = cursor.SetOf(" \t\r")
)

// endsText tells whether the quote at offset at ends the string: the next
// string or the list's end must follow, or, without a list, the line's end.
func (p *Calls) endsText(e *place.Around, at int) (yes, more bool) {
	t, space := &p.text, spaces
	if p.list.depth == 0 {
		space = lineSpaces
	}
	at = e.Follow(&t.quoteGap, at+1, space)
	b := e.Rest(at)
	switch {
	case len(b) == 0:
		return e.Final, !e.Final
	case p.list.depth == 0:
		return b[0] == '\n' || b[0] == '<', false
	case b[0] != ',':
		return b[0] == ']', false
	}
	at = e.Follow(&t.commaGap, at+1, space)
	if b = e.Rest(at); len(b) == 0 {
		return e.Final, !e.Final
	}
	return b[0] == t.quote || b[0] == ']', false
}

// unquote reads the calls in the string, which ends at its quote.
func (p *Calls) unquote(e *place.Around) status {
	t := &p.text
	decoded, at := unescaped(e.Slice(t.start+1, t.pos), t.start+1)
	items, ok := inside(e, p.g, decoded, p.any)
	p.pos = t.pos + 1
	if !ok {
		return p.nothing(e)
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
	items[len(items)-1].end = p.pos
	for _, c := range items {
		p.add(c)
	}
	if p.list.depth == 0 {
		return isOver
	}
	return goOn
}

// openText reports the calls in a string that nothing closes as one.
func (p *Calls) openText(e *place.Around) status {
	c := &p.next
	c.start, c.inner = p.text.start, 0
	raw := bytes.TrimLeft(e.Rest(c.start+1), "[")
	c.name, _, _ = declared(e, p.g, raw[:nameLength(raw)])
	c.free, c.silent = true, !e.Declared(c.name)
	c.fail(parsers.ReasonMalformed, stringMessage)
	c.end = e.Window().End()
	p.add(*c)
	return p.unclosed(e)
}

// inside reads a text that is nothing but calls, of declared tools or of any.
func inside(e *place.Around, g *grammar.Python, text []byte, undeclared bool) ([]item, bool) {
	around := *e
	inner := &around
	inner.Cursor = &cursor.Cursor{Config: e.Config, Win: text, Final: true}
	inner.Place = aside{e.Place, inner.Cursor}
	var p Calls
	p.Open(g, whole, 0)
	p.any = undeclared
	if p.read(inner) != isOver || p.prose || len(bytes.TrimSpace(inner.Rest(p.pos))) > 0 {
		return nil, false
	}
	return p.items, true
}

// aside is the place of a text that is read by itself.
type aside struct {
	place.Place
	cursor *cursor.Cursor
}

// MarkAt implements [place.Place].
func (a aside) MarkAt(at int) (place.Mark, match.Answer) { return a.MarkIn(a.cursor.Rest(at), true) }

// EndingAt implements [place.Place].
func (a aside) EndingAt(at int) (place.Ending, bool) {
	m, _ := a.MarkAt(at)
	return m.Ends, false
}

// Nothing quotes the text, and nothing in it concerns what stands around it.

func (aside) InFence() bool         { return false }
func (aside) Fenced() bool          { return false }
func (aside) Marks() bool           { return true }
func (aside) Open() *place.Brackets { return &place.Brackets{} }
func (aside) Penalize(int)          {}

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

// Deliver reports the calls that a vendor couldn't read, in a JSON string
// whose text stands between two offsets, behind ": ". What else the string says is syntax.
func Deliver(e *place.Around, g *grammar.Python, start, end int) {
	decoded, at := decoded(e.Slice(start, end), start)
	from := bytes.Index(decoded, []byte(": "))
	if from < 0 {
		return
	}
	from += len(": ")
	items, ok := inside(e, g, decoded[from:], true)
	if !ok {
		e.Markup(at(from), parsers.RoleDocument)
		e.Invalid(end, parsers.Invalid{
			Format: g.Format, FreeText: true,
			Reason: parsers.ReasonMalformed, Message: "code that holds more than calls",
		})
		return
	}
	for i := range items {
		c := &items[i]
		c.move(func(i int) int { return at(from + i) })
		c.free = true
		e.Markup(c.start, parsers.RoleDocument)
		c.report(e, parsers.Begin{Format: g.Format})
	}
}

// decoded is the value of a JSON string, whose text begins at offset from;
// at is where each byte of it stands.
func decoded(raw []byte, from int) (text []byte, at func(int) int) {
	var offsets []int
	for i := 0; i < len(raw); {
		n := 1
		if raw[i] == '\\' && i+1 < len(raw) {
			_, n = jsonscan.Unescape(raw[i:])
		}
		text = append(text, jsonscan.DecodeString(raw[i:i+n], true)...)
		for len(offsets) < len(text) {
			offsets = append(offsets, from+i)
		}
		i += n
	}
	offsets = append(offsets, from+len(raw))
	return text, func(i int) int { return offsets[i] }
}
