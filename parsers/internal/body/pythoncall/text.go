package pythoncall

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// A text is a string that contains calls, in a list or as the complete output.
type text struct {
	surroundings *surroundings
	items        *items
	list         *list

	start, pos int
	quote      byte
	// How far white space was read, behind a quote, and behind a comma after the quote.
	quoteGap, commaGap cursor.Reach
}

var (
	spaces     = cursor.SetOf(" \t\r\n")
	lineSpaces = cursor.SetOf(" \t\r")
)

// opens begins the string at offset at.
func (t *text) opens(at int, quote byte) {
	*t = text{surroundings: t.surroundings, items: t.items, list: t.list, start: at, quote: quote, pos: at + 1}
}

// find looks for the quote that ends the string. When it is found, it is at the string's position.
// Outside of a list, the string ends with its line.
func (t *text) find(env *body.Env) match.Answer {
	counted := t.pos
	defer func() { env.Visits.Passed(counted, &t.pos) }()
	for ; t.pos < env.Window.End(); t.pos++ {
		env.Visits.Passing(&counted, t.pos)
		rest := env.Rest(t.pos)
		switch rest[0] {
		case '\n':
			if t.list.depth == 0 {
				t.spend(env)
				return match.No
			}
		case '\\':
			if len(rest) < 2 && !env.Final {
				return match.More
			}
			t.pos++
		case t.quote:
			ends, more := t.ends(env, t.pos)
			if more {
				return match.More
			}
			if ends {
				t.spend(env)
				return match.Answer(1)
			}
		}
	}
	if !env.Final {
		return match.More
	}
	t.spend(env)
	return match.No
}

// ends reports whether the quote at offset at ends the string. It does if the next string or the
// end of the list follows or, without a list, the end of the line.
func (t *text) ends(env *body.Env, at int) (yes, more bool) {
	space := spaces
	if t.list.depth == 0 {
		space = lineSpaces
	}
	at = env.Follow(&t.quoteGap, at+1, space)
	b := env.Rest(at)
	switch {
	case len(b) == 0:
		return env.Final, !env.Final
	case t.list.depth == 0:
		return b[0] == '\n' || env.Firsts[b[0]], false
	case b[0] != ',':
		return b[0] == ']', false
	}
	at = env.Follow(&t.commaGap, at+1, space)
	if b = env.Rest(at); len(b) == 0 {
		return env.Final, !env.Final
	}
	return b[0] == t.quote || b[0] == ']', false
}

// spend uses budget for the part of the string that was read. This part may be read twice more: as
// quoted text, and in the search for the end of the quotation.
func (t *text) spend(env *body.Env) { env.Penalties.Budget().Spend(2*(t.pos-t.start), t.pos) }

// open returns the calls in an unclosed string, as one failed call.
func (t *text) open(env *body.Env) item {
	c := t.items.next
	c.start, c.inner = t.start, 0
	raw := env.Visits.TrimLeft(env.Rest(c.start+1), "[")
	c.name, _, _ = declared(env, t.surroundings.g, raw[:nameLength(env, raw)])
	c.free, c.silent = true, !env.Declared(c.name)
	c.end = env.Window.End()
	c.fail(c.end, parsers.ReasonMalformed, stringMessage)
	return c
}

// unescaped returns the text that a string's raw text means, with the escapes of code resolved. The
// raw text begins at offset from. at returns the offset of each byte of the text.
func unescaped(v *work.Counter, raw []byte, from int) (text []byte, at func(int) int) {
	if v.IndexByte(raw, '\\') < 0 {
		return raw, func(i int) int { return from + i }
	}
	return resolved(v, raw, from, func(b []byte) ([]byte, int) {
		switch b[1] {
		case '\'', '"', '\\':
			return b[1:2], 2
		case 'n':
			return []byte{'\n'}, 2
		}
		return b[:1], 1
	})
}

// markEvery is after how many bytes of a resolved text it is noted where they were.
const markEvery = 64

// resolved returns a raw text, which begins at offset from, with its escapes resolved. escape returns
// what the escape at the start of b means, and its length. at returns the offset of a byte of the text.
func resolved(v *work.Counter, raw []byte, from int, escape func(b []byte) ([]byte, int)) (text []byte, at func(int) int) {
	next := func(i int) (piece []byte, n int) {
		if raw[i] == '\\' && i+1 < len(raw) {
			return escape(raw[i:])
		}
		return raw[i : i+1], 1
	}
	type place struct{ text, raw int }
	text = make([]byte, 0, len(raw))
	var marks []place
	counted := 0
	for i := 0; i < len(raw); {
		if len(text) >= markEvery*len(marks) {
			marks = append(marks, place{len(text), i})
		}
		piece, n := next(i)
		text = append(text, piece...)
		i += n
		v.Passing(&counted, i)
	}
	v.Add(len(raw) - counted)
	return text, func(i int) int {
		k := min(i/markEvery, len(marks)-1)
		for k > 0 && marks[k].text > i {
			k--
		}
		var p place
		if k >= 0 {
			p = marks[k]
		}
		for p.raw < len(raw) {
			piece, n := next(p.raw)
			if p.text+len(piece) > i {
				break
			}
			p.text, p.raw = p.text+len(piece), p.raw+n
		}
		return from + p.raw
	}
}
