package jsonscan

import "github.com/toolparser/toolparser/parsers/internal/match"

// startsMember tells whether c, after a value and without a comma, may start
// the next member or element.
func (s *Scanner) startsMember(w *Window, c byte) bool {
	if s.Tolerance&AllowMissingCommas == 0 || s.depth == 0 {
		return false
	}
	if s.prevString && !s.spaced {
		yes, _ := s.adjacentKey(w)
		return yes && s.inObject()
	}
	_, width, ok := s.opensString(w, c)
	if ok || width < 0 {
		return true
	}
	return !s.inObject() && (c == '{' || c == '[' || isWord(c) && s.spaced)
}

// maxAdjacentKey bounds a key that directly follows a string.
const maxAdjacentKey = 64

// adjacentKey tells whether a key in quotes, and a colon, directly follow a
// string: then a comma is missing. Else the quote went astray. more: the
// window ends before that is known.
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

// adjacentUndecided tells whether only more bytes can tell if a key is adjacent.
func (s *Scanner) adjacentUndecided(w *Window, c byte) bool {
	if c != '"' || !s.prevString || s.spaced || !s.inObject() || s.Tolerance&AllowMissingCommas == 0 {
		return false
	}
	_, more := s.adjacentKey(w)
	return more
}
