package prose

import (
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// near is skip, byte by byte.
func (sk *Skipper) near(b []byte, i int, s *marks.Stops) int {
	tells, lines := &s.Tells, s == sk.prose.plain && sk.dullKnown && sk.dullLines()
	if lines {
		tells = &sk.newlines.tells
	}
	for {
		from := i
		if i = tells.Index(b, i); i == len(b) {
			if !lines || i == from || b[i-1] != '\n' {
				return i
			}
			i-- // what follows the newline decides
		}
		to, dull := sk.dull(b, i, s)
		if !dull {
			return to
		}
		i = to
	}
}

// dull passes over what is at index i of b, where text stops, if that is dull: text would find
// nothing but what is noted here. Most backticks and brackets of Markdown are dull, and a turn
// of text takes many times as long. Text goes on at to. If dull is false, it stops there.
func (sk *Skipper) dull(b []byte, i int, s *marks.Stops) (to int, dull bool) {
	c, q := b[i], &sk.prose.Quote
	switch {
	case c == '{' && i+1 < len(b) && b[i+1] == '"': // a call: it needn't be looked at twice
	case c == '\n' && s == sk.prose.plain:
		dull = sk.dullLine(b[i+1:])
	case s == &sk.marks.Triggers.Fence:
		return sk.dullInFence(b, i)
	case i+1 == len(b) || q.Quoted() || q.Think != 0 && s == sk.prose.plain || sk.prose.Special == sk.cur.Base+i:
	case fence.Begins[c]:
		return sk.dullRun(b, i)
	case c|0x20 == marks.OptionWord[1] && sk.rules.Grammar.Options:
		dull = i > 0 && b[i-1]|0x20 != marks.OptionWord[0]
	case !sk.marks.None(b[i:], sk.cur.Base+i):
	case c == '[' || c == '{':
		n := sk.dullBracket(b, i)
		return i + n, n > 0
	default:
		sk.prose.open.Close(c)
		dull = true
	}
	if dull {
		i++
	}
	return i, dull
}

// dullRun is dull for a run that may quote.
func (sk *Skipper) dullRun(b []byte, i int) (to int, dull bool) {
	run := fence.At(b[i:])
	end := i + run.Len
	if end == len(b) || sk.rules.Nested {
		return i, false
	}
	switch {
	case run.Code():
		sk.prose.Quote.openCode(run.Len, sk.cur.Base+end)
		return sk.codeEnds(b, end)
	case sk.prose.fences(run, sk.cur.Base+i):
		return sk.dullFence(b, i, run)
	}
	return end, true
}

// codeEnds is dull from index i on, in inline code. Text stops where the line ends, which ends
// inline code, too, and where something may count in it.
func (sk *Skipper) codeEnds(b []byte, i int) (to int, dull bool) {
	q, stops := &sk.prose.Quote, &sk.marks.Triggers.Inline
	for {
		for i < len(b) && !stops.In[b[i]] { // most are short: a search would take longer
			i++
		}
		if i+1 >= len(b) || b[i] == '\n' {
			return i, false
		}
		if b[i] != fence.Code {
			if stops.Fits(b[i], b[i+1]) && !sk.marks.None(b[i:], sk.cur.Base+i) {
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
		if run == q.Inline {
			q.Inline = 0
			return i, true
		}
	}
}

// dullBracket is how many bytes text passes over at the opening bracket at index i, if no call
// begins there; else 0. A bracket that JSON would leave open counts as open.
func (sk *Skipper) dullBracket(b []byte, i int) int {
	c, at, behind := b[i], sk.cur.Base+i, b[i+1:]
	p := &sk.prose.Places
	switch {
	case sk.prose.AtStart(at) || p.free == at || p.echoAt == at || sk.prose.leading:
		return 0
	case c == '[' && sk.python.listsCount(pythoncall.InText) && pythoncall.MayList(sk.place, behind):
		return 0
	case !sk.prose.JSONAllowed() || sk.marks.Gates.Inline || sk.rules.Grammar.JSON == nil:
		return 1
	}
	if n := match.BracketedWord(b[i:]); n > 0 {
		return n
	}
	if c == '[' && !fence.Begins[behind[0]] && !sk.marks.Triggers.Begins(behind[0]) && jsonscan.NoValue(behind) {
		sk.prose.open.Brackets++
		return 1
	}
	return 0
}
