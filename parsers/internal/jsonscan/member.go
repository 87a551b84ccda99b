package jsonscan

import (
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// startsMember reports whether c, after a value and without a comma, may start
// the next member or element.
func (s *Scanner) startsMember(w *Window, c byte) (yes bool) {
	if s.Tolerance&AllowMissingCommas == 0 || s.depth == 0 {
		return false
	}
	if s.prevString && !s.spaced {
		yes, _ = s.adjacentKey(w)
		return yes && s.inObject()
	}
	_, width, ok := s.opensString(w, c)
	if ok || width < 0 {
		return true
	}
	if s.inObject() {
		if !s.mayStartBareKey(c) {
			return false
		}
		_, yes, _ = BareMember(w.Visits, w.Win[s.pos-w.Base:], w.Final)
		return yes
	}
	return c == '{' || c == '[' || isWord(c) && s.spaced
}

// mayStartBareKey reports whether c, after a value and without a comma, may start a key
// without quotes. Behind a string it may only if the string's own key has no quotes, either.
// Otherwise the quote before c may be part of the string.
func (s *Scanner) mayStartBareKey(c byte) bool {
	return s.inObject() && s.spaced && isKeyStart(c) && s.Tolerance&AllowUnquotedKeys != 0 && (!s.prevString || s.keyBare)
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

// adjacentKey reports whether a key in quotes, and a colon, directly follow a
// string. Then a comma is missing. Otherwise the string's closing quote was a stray one. It
// returns more if the window ends before that is known.
func (s *Scanner) adjacentKey(w *Window) (yes, more bool) {
	b := w.Win[s.pos-w.Base:]
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
	return false, n >= len(b) && !w.Final
}

// memberUndecided reports whether it takes more bytes to decide whether a key follows.
func (s *Scanner) memberUndecided(w *Window, c byte) (more bool) {
	switch {
	case s.Tolerance&AllowMissingCommas == 0:
	case s.mayStartBareKey(c):
		_, _, more = BareMember(w.Visits, w.Win[s.pos-w.Base:], w.Final)
	case c == '"' && s.prevString && !s.spaced && s.inObject():
		_, more = s.adjacentKey(w)
	}
	return more
}
