package prose

import (
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

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
	q.openFence(run, sk.cur.Base+begins, false)
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
	if c <= ' ' || c >= utf8.RuneSelf || c == '{' || c == '[' || fence.Begins[c] || sk.marks.Triggers.Tags[c] || sk.prose.Quote.Think != 0 || sk.prose.LeftFence {
		return false
	}
	if p := sk.rules.Grammar.Python; p != nil && p.Fence != nil {
		return false // the label decides
	}
	return !sk.python.listsCount(pythoncall.InFence) || sk.python.Opens(sk.cur.Base+i, pythoncall.InFence) == match.No
}

// fenceEnds is where the fence's closing ends, if nothing counts before it.
func (sk *Skipper) fenceEnds(b []byte, i int) (end int, closes bool) {
	from := i
	for dull := true; dull; {
		i = sk.marks.Triggers.Fence.Index(b, i)
		if i == len(b) {
			sk.cur.Visits.Add(i - from)
			return i, false
		}
		i, dull = sk.dullInFence(b, i)
	}
	sk.cur.Visits.Add(i - from)
	if !fence.Begins[b[i]] {
		return i, false
	}
	run := fence.At(b[i:])
	closes, _ = sk.prose.ClosesFence(sk.cur.Base+i, run, false)
	return i + run.Len, closes
}

// dullInFence is dull for a fence in which nothing but markers counts: another run than it
// opened with ends nothing.
func (sk *Skipper) dullInFence(b []byte, i int) (to int, dull bool) {
	if fence.Begins[b[i]] {
		run := fence.At(b[i:])
		end := i + run.Len
		if end == len(b) || run.Closes(sk.prose.Quote.fence) || sk.rules.Nested {
			return i, false
		}
		return end, true
	}
	if sk.prose.Special == sk.cur.Base+i || i+1 == len(b) || !sk.marks.None(b[i:], sk.cur.Base+i) {
		return i, false
	}
	return i + 1, true
}
