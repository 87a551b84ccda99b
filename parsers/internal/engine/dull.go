package engine

import (
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// near is skip, byte by byte.
func (e *Engine) near(b []byte, i int, s *stops) int {
	tells, lines := &s.tells, s == e.plain && e.dullKnown && e.dullLines()
	if lines {
		tells = &e.newlines.tells
	}
	for {
		from := i
		if i = tells.Index(b, i); i == len(b) {
			if !lines || i == from || b[i-1] != '\n' {
				return i
			}
			i-- // what follows tells
		}
		to, dull := e.dull(b, i, s)
		if !dull {
			return to
		}
		i = to
	}
}

// dull passes over what stands at index i of b, where text stops, if that is dull: text
// would come back with nothing but what is noted here. Most backticks and brackets of
// Markdown are, and a turn of text costs many times as much. Text goes on at to; if what
// stands there isn't dull, it stops there.
func (e *Engine) dull(b []byte, i int, s *stops) (to int, dull bool) {
	c, q := b[i], &e.quote
	switch {
	case c == '{' && i+1 < len(b) && b[i+1] == '"': // a call: it needn't be looked at twice
	case c == '\n' && s == e.plain:
		dull = e.dullLine(b[i+1:])
	case s == &e.triggers.fence:
		return e.dullInFence(b, i)
	case i+1 == len(b) || q.inline|q.fence > 0 || q.think != 0 && s == e.plain || e.special == e.Base+i:
	case c == '`':
		return e.dullCode(b, i)
	case c|0x20 == optionWord[1] && e.grammar.Options:
		dull = i > 0 && b[i-1]|0x20 != optionWord[0]
	case !e.noMarker(b, i):
	case c == '[' || c == '{':
		n := e.dullBracket(b, i)
		return i + n, n > 0
	default:
		e.closes(c)
		dull = true
	}
	if dull {
		i++
	}
	return i, dull
}

// dullCode is dull for code: inline, it ends with its line, or where something counts in it,
// too, and text stops there.
func (e *Engine) dullCode(b []byte, i int) (to int, dull bool) {
	n := runAt(b, i)
	if i+n == len(b) || e.nested {
		return i, false
	}
	if n >= 3 {
		return e.dullFence(b, i, n)
	}
	i += n
	e.quote.inline, e.quote.behind = n, e.Base+i
	return e.codeEnds(b, i)
}

// codeEnds is dullCode from index i on, in inline code.
func (e *Engine) codeEnds(b []byte, i int) (to int, dull bool) {
	q, stops := &e.quote, &e.triggers.inline
	for {
		for i < len(b) && !stops.in[b[i]] { // most are short: a search would take longer
			i++
		}
		if i+1 >= len(b) || b[i] == '\n' {
			return i, false
		}
		if b[i] != '`' {
			if stops.fits(b[i], b[i+1]) && !e.noMarker(b, i) {
				return i, false
			}
			i++
			continue
		}
		run := runAt(b, i)
		if i+run == len(b) {
			return i, false
		}
		i += run
		if run == q.inline {
			q.inline = 0
			return i, true
		}
	}
}

// dullBracket is how much text passes over with the opening bracket at index i, if no call
// begins there; else 0. What JSON would leave open counts as open.
func (e *Engine) dullBracket(b []byte, i int) int {
	c, at, behind := b[i], e.Base+i, b[i+1:]
	p := &e.python
	switch {
	case e.AtStart(at) || p.free == at || p.echoAt == at || e.leading:
		return 0
	case c == '[' && e.listsCount(pythoncall.InText) && pythoncall.MayList(&e.place, behind):
		return 0
	case !e.jsonAllowed() || e.gates.inline || e.grammar.JSON == nil:
		return 1
	}
	if n := wordLength(b[i:]); n > 0 {
		return n
	}
	if c == '[' && behind[0] != '`' && len(e.triggers.begin[behind[0]]) == 0 && jsonscan.NoValue(behind) {
		e.open.Brackets++
		return 1
	}
	return 0
}

// wordLength is how long a word or number in brackets is that b begins with; 0: it begins with
// none. Prose and code are full of them: [1], {name}.
func wordLength(b []byte) int {
	n := 1 + match.WordLen(b[1:])
	if n == 1 || n == len(b) || b[n] != b[0]+2 {
		return 0
	}
	return n + 1
}

// closes counts a closing bracket.
func (e *Engine) closes(c byte) {
	switch c {
	case '}':
		e.open.Braces = max(e.open.Braces-1, 0)
	case ']':
		e.open.Brackets = max(e.open.Brackets-1, 0)
	}
}
