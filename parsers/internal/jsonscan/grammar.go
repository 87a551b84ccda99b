package jsonscan

import "github.com/toolparser/toolparser/parsers/internal/repair"

// next reads the token that follows a value.
func (s *Scanner) next(w *Window, c byte) Token {
	if len(s.Given.Brackets) > 0 {
		if t, ok := s.bracketKnown(c); ok {
			return t
		}
	}
	switch {
	case c == ',':
		at, e := s.at.pos, expectElement
		if s.Nesting.InObject() {
			e = expectKey
		}
		s.at.took(at+1, e)
		s.at.held = at
		return Token{Kind: Comma, Start: at, End: at + 1}
	case c == '}' && s.Nesting.InObject(), c == ']' && !s.Nesting.InObject():
		return s.close()
	}
	yes, more := s.startsMember(w, c)
	switch {
	case more:
		return s.at.more(w)
	case yes:
		s.Notes.insert(repair.MissingComma, s.at.prevEnd, insComma)
		if s.Nesting.InObject() {
			s.at.expect = expectKey
			return s.key(w, c)
		}
		s.at.expect = expectElement
		return s.value(w, c)
	case c == '}' || c == ']':
		if t, ok := s.mismatched(w, c); ok {
			return t
		}
	}
	return s.at.unexpected("")
}

// value reads the start of a value. It counts two bytes, for that and for the comma or closer behind
// the value.
func (s *Scanner) value(w *Window, c byte) Token {
	w.Visits.Add(2)
	if len(s.Given.Brackets) > 0 {
		if t, ok := s.bracketKnown(c); ok {
			return t
		}
	}
	switch c {
	case '{':
		return s.open(ObjectOpen, expectFirstKey)
	case '[':
		return s.open(ArrayOpen, expectFirstElement)
	case '"':
		return s.beginString(w, double, 1, false)
	}
	if isWord(c) {
		return s.beginWord(w, false)
	}
	return s.oddString(w, c, false)
}

// key reads the start of a key.
func (s *Scanner) key(w *Window, c byte) Token {
	if c == '"' {
		if t, ok := s.plainKey(w); ok {
			return t
		}
	}
	if s.Notes.Tolerance != Strict && isKeyStart(c) {
		return s.beginWord(w, true)
	}
	return s.oddString(w, c, true)
}

// oddString reads the start of a string between quotes of any kind.
func (s *Scanner) oddString(w *Window, c byte, isKey bool) Token {
	q, width := opensString(w, s.at.pos, c, s.Notes.Tolerance)
	switch {
	case width < 0:
		return s.at.more(w)
	case width == 0:
		return s.at.unexpected("")
	}
	t := s.beginString(w, q, width, isKey)
	if isKey {
		return s.scanString(w)
	}
	return t
}

// plainKey reads a key in '"' at once, if it and its colon are complete and all its bytes
// stand for themselves. Most keys are so.
func (s *Scanner) plainKey(w *Window) (Token, bool) {
	start := s.at.pos + 1
	b := w.Win[start-w.Base:]
	n := PlainLen(b)
	if n+1 >= len(b) || b[n] != '"' || b[n+1] != ':' || len(s.Given.Ends) > 0 {
		return Token{}, false
	}
	s.at.start, s.at.isKey = s.at.pos, true
	s.str.begins(double)
	s.lastKey.start, s.lastKey.end, s.lastKey.escaped, s.lastKey.bare = start, start+n, false, false
	w.Visits.Add(n + 2)
	s.at.took(start+n+2, expectValue)
	return Token{Kind: Key, Start: start, End: start + n}, true
}
