package engine

import (
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// dullFence is dull for the fence that opens with the n backticks at index i, if all of it is
// there: the text in it begins with nothing that could be a call, and nothing counts in it.
func (e *Engine) dullFence(b []byte, i, n int) (to int, dull bool) {
	if len(b)-i < farBytes {
		return i, false // most fences end behind so short a piece
	}
	begins := i + n
	begins += match.WordLen(b[begins:]) // the label
	if begins+1 >= len(b) || b[begins] != '\n' || !e.dullBody(b, begins+1) {
		return i, false
	}
	e.quote.fence = n
	end, closes := e.fenceEnds(b, begins)
	e.quote.fence = 0
	if !closes {
		return i, false
	}
	e.option = optionWatch{}
	return end, true
}

// dullBody tells whether the body of a fence that begins at index i is text.
func (e *Engine) dullBody(b []byte, i int) bool {
	c := b[i]
	if c <= ' ' || c >= utf8.RuneSelf || c == '{' || c == '[' || c == '`' || e.triggers.tags[c] || e.quote.think != 0 || e.leftFence {
		return false
	}
	if p := e.grammar.Python; p != nil && p.Fence != nil {
		return false // the label tells
	}
	return !e.listsCount(pythoncall.InFence) || e.opensPython(e.Base+i, pythoncall.InFence) == match.No
}

// fenceEnds is where the fence's closing ends, if nothing counts before it.
func (e *Engine) fenceEnds(b []byte, i int) (end int, closes bool) {
	from := i
	for dull := true; dull; {
		i = e.triggers.fence.index(b, i)
		if i == len(b) {
			e.Visits.Add(i - from)
			return i, false
		}
		i, dull = e.dullInFence(b, i)
	}
	e.Visits.Add(i - from)
	if b[i] != '`' {
		return i, false
	}
	n := runAt(b, i)
	closes, _ = e.closesFence(e.Base+i, n, false)
	return i + n, closes
}

// dullInFence is dull for a fence in which nothing but markers counts: a short run of
// backticks ends nothing.
func (e *Engine) dullInFence(b []byte, i int) (to int, dull bool) {
	if b[i] == '`' {
		n := runAt(b, i)
		if i+n == len(b) || n >= e.quote.fence || e.nested {
			return i, false
		}
		return i + n, true
	}
	if e.special == e.Base+i || i+1 == len(b) || !e.noMarker(b, i) {
		return i, false
	}
	return i + 1, true
}

// runAt is the length of the run of backticks at index i.
func runAt(b []byte, i int) int {
	n := 1
	for i+n < len(b) && b[i+n] == '`' {
		n++
	}
	return n
}

// noMarker tells whether no marker stands at index i.
func (e *Engine) noMarker(b []byte, i int) bool {
	if len(e.triggers.twoBytes[b[i]].at(b[i:])) == 0 {
		return true
	}
	_, a := e.MarkerAt(e.Base + i)
	return a == match.No
}
