package prose

import (
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// near is skip, byte by byte.
func (sk *Skipper) near(b []byte, i int, s *marks.Stops) int {
	tells, lines := &s.Tells, sk.dullKnown && s == sk.prose.plain && sk.dullLines()
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
	case s == &sk.Marks.Triggers.Fence:
		return sk.dullInFence(b, i)
	case i+1 == len(b) || q.Quoted() || q.Think != 0 && s == sk.prose.plain || sk.prose.Special == sk.Cur.Base+i:
	case fence.Begins[c]:
		return sk.dullRun(b, i)
	case c|0x20 == marks.OptionWord[1] && sk.Rules.Grammar.Options:
		dull = i > 0 && b[i-1]|0x20 != marks.OptionWord[0]
	case !sk.Marks.None(b[i:], sk.Cur.Base+i):
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
	if end == len(b) || sk.Rules.Nested {
		return i, false
	}
	switch {
	case run.Code():
		sk.prose.Quote.openCode(run.Len, sk.Cur.Base+end)
		return sk.codeEnds(b, end)
	case sk.prose.fences(run, sk.Cur.Base+i):
		return sk.dullFence(b, i, run)
	}
	return end, true
}

// codeEnds is dull from index i on, in inline code. Text stops where the line ends, which ends
// inline code, too, and where something may count in it.
func (sk *Skipper) codeEnds(b []byte, i int) (to int, dull bool) {
	q, stops := &sk.prose.Quote, &sk.Marks.Triggers.Inline
	for {
		for i < len(b) && !stops.In[b[i]] { // most are short: a search would take longer
			i++
		}
		if i+1 >= len(b) || b[i] == '\n' {
			return i, false
		}
		if b[i] != fence.Code {
			if stops.Fits(b[i], b[i+1]) && !sk.Marks.None(b[i:], sk.Cur.Base+i) {
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
	c, at, behind := b[i], sk.Cur.Base+i, b[i+1:]
	p := &sk.prose.Places
	switch {
	case sk.prose.AtStart(at) || p.free == at || p.echoAt == at || sk.prose.leading:
		return 0
	case c == '[' && sk.prose.listsCount(pythoncall.InText) && pythoncall.MayList(&sk.Place, behind):
		return 0
	case !sk.prose.JSONAllowed() || sk.Marks.Gates.Inline || sk.Rules.Grammar.JSON == nil:
		return 1
	}
	if n := match.BracketedWord(b[i:]); n > 0 {
		return n
	}
	if c == '[' && !fence.Begins[behind[0]] && !sk.Marks.Triggers.Begins(behind[0]) && jsonscan.NoValue(behind) {
		sk.prose.open.Brackets++
		return 1
	}
	return 0
}

// dullFence is dull for the fence that opens with the run at index i, if all of it is there, its
// text begins with nothing that could be a call, and nothing counts in it.
func (sk *Skipper) dullFence(b []byte, i int, run fence.Run) (to int, dull bool) {
	if len(b)-i < farBytes {
		return i, false // most fences end behind such a short chunk
	}
	begins := i + run.Len
	begins += match.WordLen(b[begins:]) // the label
	if begins+1 >= len(b) || b[begins] != '\n' || !sk.dullBody(b, begins+1) {
		return i, false
	}
	q := &sk.prose.Quote
	q.openFence(run, sk.Cur.Base+begins, false)
	end, closes := sk.fenceEnds(b, begins)
	q.closeFence()
	if !closes {
		return i, false
	}
	sk.prose.closeFence()
	return end, true
}

// dullBody reports whether the body of a fence that begins at index i is text.
func (sk *Skipper) dullBody(b []byte, i int) bool {
	c := b[i]
	if c <= ' ' || c >= utf8.RuneSelf || c == '{' || c == '[' || fence.Begins[c] || sk.Marks.Triggers.Tags[c] || sk.prose.Quote.Think != 0 || sk.prose.LeftFence {
		return false
	}
	if p := sk.Rules.Grammar.Python; p != nil && p.Fence != nil {
		return false // the label decides
	}
	return !sk.prose.listsCount(pythoncall.InFence) || sk.prose.PythonOpens(sk.Cur.Base+i, pythoncall.InFence) == match.No
}

// fenceEnds is where the fence's closing ends, if nothing counts before it.
func (sk *Skipper) fenceEnds(b []byte, i int) (end int, closes bool) {
	from := i
	for dull := true; dull; {
		i = sk.Marks.Triggers.Fence.Index(b, i)
		if i == len(b) {
			sk.Cur.Visits.Add(i - from)
			return i, false
		}
		i, dull = sk.dullInFence(b, i)
	}
	sk.Cur.Visits.Add(i - from)
	if !fence.Begins[b[i]] {
		return i, false
	}
	run := fence.At(b[i:])
	closes, _ = sk.prose.ClosesFence(sk.Cur.Base+i, run, false)
	return i + run.Len, closes
}

// dullInFence is dull for a fence in which nothing but markers counts: another run than it
// opened with ends nothing.
func (sk *Skipper) dullInFence(b []byte, i int) (to int, dull bool) {
	if fence.Begins[b[i]] {
		run := fence.At(b[i:])
		end := i + run.Len
		if end == len(b) || run.Closes(sk.prose.Quote.fence) || sk.Rules.Nested {
			return i, false
		}
		return end, true
	}
	if sk.prose.Special == sk.Cur.Base+i || i+1 == len(b) || !sk.Marks.None(b[i:], sk.Cur.Base+i) {
		return i, false
	}
	return i + 1, true
}
