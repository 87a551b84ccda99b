package jsonscan

import (
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// startsMember reports whether c, after a value and without a comma, may start
// the next member or element. It returns more if it takes more bytes to decide.
func (s *Scanner) startsMember(w *Window, c byte) (yes, more bool) {
	object, rest := s.Nesting.InObject(), w.Win[s.at.pos-w.Base:]
	switch {
	case s.Notes.Tolerance < Tolerant || s.Nesting.depth == 0:
		return false, false
	case s.at.prevString && !s.at.spaced:
		if !object {
			return false, false
		}
		return adjacentKey(rest, w.Final)
	}
	if _, width := opensString(w, s.at.pos, c, s.Notes.Tolerance); width != 0 {
		return true, false
	}
	if !object {
		return c == '{' || c == '[' || isWord(c) && s.at.spaced, false
	}
	// Behind a string, a key may have no quotes only if the string's own key has none, either.
	// Otherwise the quote before c may be part of the string.
	if !s.at.spaced || !isKeyStart(c) || s.at.prevString && !s.lastKey.bare {
		return false, false
	}
	_, yes, more = BareMember(w.Visits, rest, w.Final)
	return yes, more
}

// BareMember is the key without quotes that b begins with, if a colon and the beginning of a value
// follow it. It returns more if b ends before that is known.
func BareMember(v *visit.Count, b []byte, final bool) (key []byte, yes, more bool) {
	n := 0
	for n < len(b) && n <= maxAdjacentKey && isWord(b[n]) {
		n++
	}
	v.Add(n)
	key = b[:n]
	if n == 0 || n > maxAdjacentKey || !isKeyStart(b[0]) {
		return nil, false, false
	}
	near := n + maxAdjacentKey
	more = len(b) <= near && !final
	b = b[n:min(len(b), near)]
	b = b[match.SpaceLen(b):]
	if len(b) > 0 && b[0] != ':' {
		return nil, false, false
	}
	if len(b) > 0 {
		b = b[1:]
		b = b[match.SpaceLen(b):]
	}
	if len(b) == 0 {
		return nil, false, more
	}
	switch b[0] {
	case '"', '\'', '{', '[':
		return key, true, false
	}
	for n = 0; n < len(b) && isWord(b[n]); {
		n++
	}
	v.Add(n)
	if n == len(b) && more {
		return nil, false, true
	}
	kind, _, _ := classify(b[:n])
	return key, kind != Unexpected, false
}

// maxAdjacentKey bounds a key that follows a value without a comma, in bytes.
const maxAdjacentKey = 64

// adjacentKey reports whether b, directly behind a string, begins with a key in quotes and a
// colon. Then a comma is missing. Otherwise the string's closing quote was a stray one. It
// returns more if b ends before that is known.
func adjacentKey(b []byte, final bool) (yes, more bool) {
	if b[0] != '"' {
		return false, false
	}
	n := 1
	for n < len(b) && n < maxAdjacentKey && isWord(b[n]) {
		n++
	}
	if n < len(b) && (n == 1 || b[n] != '"') {
		return false, false
	}
	for n++; n < len(b) && n < 2*maxAdjacentKey; n++ {
		if !match.IsSpace(b[n]) {
			return b[n] == ':', false
		}
	}
	return false, n >= len(b) && !final
}
