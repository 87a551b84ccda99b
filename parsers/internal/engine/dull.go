package engine

import (
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// near is skip, byte by byte.
func (sk *skipper) near(b []byte, i int, s *stops) int {
	tells, lines := &s.tells, s == sk.prose.plain && sk.dullKnown && sk.dullLines()
	if lines {
		tells = &sk.newlines.tells
	}
	for {
		from := i
		if i = tells.Index(b, i); i == len(b) {
			if !lines || i == from || b[i-1] != '\n' {
				return i
			}
			i-- // what follows tells
		}
		to, dull := sk.dull(b, i, s)
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
func (sk *skipper) dull(b []byte, i int, s *stops) (to int, dull bool) {
	c, q := b[i], &sk.prose.quote
	switch {
	case c == '{' && i+1 < len(b) && b[i+1] == '"': // a call: it needn't be looked at twice
	case c == '\n' && s == sk.prose.plain:
		dull = sk.dullLine(b[i+1:])
	case s == &sk.marks.triggers.fence:
		return sk.dullInFence(b, i)
	case i+1 == len(b) || q.quoted() || q.think != 0 && s == sk.prose.plain || sk.prose.special == sk.cur.Base+i:
	case fence.Begins[c]:
		return sk.dullRun(b, i)
	case c|0x20 == optionWord[1] && sk.rules.grammar.Options:
		dull = i > 0 && b[i-1]|0x20 != optionWord[0]
	case !sk.noMarker(b, i):
	case c == '[' || c == '{':
		n := sk.dullBracket(b, i)
		return i + n, n > 0
	default:
		sk.prose.closes(c)
		dull = true
	}
	if dull {
		i++
	}
	return i, dull
}

// dullRun is dull for a run that may quote.
func (sk *skipper) dullRun(b []byte, i int) (to int, dull bool) {
	run := fence.At(b[i:])
	end := i + run.Len
	if end == len(b) || sk.rules.nested {
		return i, false
	}
	switch {
	case run.Code():
		sk.prose.quote.openCode(run.Len, sk.cur.Base+end)
		return sk.codeEnds(b, end)
	case sk.prose.fences(run, sk.cur.Base+i):
		return sk.dullFence(b, i, run)
	}
	return end, true
}

// codeEnds is dull from index i on, in inline code: it ends with its line, or where something
// counts in it, too, and text stops there.
func (sk *skipper) codeEnds(b []byte, i int) (to int, dull bool) {
	q, stops := &sk.prose.quote, &sk.marks.triggers.inline
	for {
		for i < len(b) && !stops.in[b[i]] { // most are short: a search would take longer
			i++
		}
		if i+1 >= len(b) || b[i] == '\n' {
			return i, false
		}
		if b[i] != fence.Code {
			if stops.fits(b[i], b[i+1]) && !sk.noMarker(b, i) {
				return i, false
			}
			i++
			continue
		}
		run := fence.At(b[i:]).Len
		if i+run == len(b) {
			return i, false
		}
		i += run
		if run == q.inline {
			q.closeCode()
			return i, true
		}
	}
}

// dullBracket is how much text passes over with the opening bracket at index i, if no call
// begins there; else 0. What JSON would leave open counts as open.
func (sk *skipper) dullBracket(b []byte, i int) int {
	c, at, behind := b[i], sk.cur.Base+i, b[i+1:]
	p := &sk.prose.python
	switch {
	case sk.prose.AtStart(at) || p.free == at || p.echoAt == at || sk.prose.leading:
		return 0
	case c == '[' && sk.prose.listsCount(pythoncall.InText) && pythoncall.MayList(sk.place, behind):
		return 0
	case !sk.prose.jsonAllowed() || sk.marks.gates.inline || sk.rules.grammar.JSON == nil:
		return 1
	}
	if n := wordLength(b[i:]); n > 0 {
		return n
	}
	if c == '[' && !fence.Begins[behind[0]] && len(sk.marks.triggers.begin[behind[0]]) == 0 && jsonscan.NoValue(behind) {
		sk.prose.opens()
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

// opens counts a list that is opened.
func (pr *prose) opens() { pr.open.Brackets++ }

// closes counts a closing bracket.
func (pr *prose) closes(c byte) {
	switch c {
	case '}':
		pr.open.Braces = max(pr.open.Braces-1, 0)
	case ']':
		pr.open.Brackets = max(pr.open.Brackets-1, 0)
	}
}
