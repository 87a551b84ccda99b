package jsonscan

import "github.com/toolparser/toolparser/parsers/internal/repair"

// next reads the token that follows a value.
func (s *Scanner) next(w *Window, c byte) Token {
	if len(s.bracketsKnown) > 0 {
		if t, ok := s.bracketKnown(); ok {
			return t
		}
	}
	switch {
	case c == ',':
		return s.comma()
	case c == '}' && s.inObject(), c == ']' && !s.inObject():
		return s.close()
	case s.memberUndecided(w, c):
		return s.more(w)
	case s.startsMember(w, c) && s.insert(repair.MissingComma, s.prevEnd, insComma):
		if s.inObject() {
			s.expect = expectKey
			return s.key(w, c)
		}
		s.expect = expectElement
		return s.value(w, c)
	case c == '}' || c == ']':
		if t, ok := s.mismatched(w, c); ok {
			return t
		}
	}
	return s.unexpected("")
}

func (s *Scanner) comma() Token {
	at := s.pos
	e := expectElement
	if s.inObject() {
		e = expectKey
	}
	s.took(at+1, e)
	s.held = at
	return Token{Kind: Comma, Start: at, End: at + 1}
}

func (s *Scanner) close() Token {
	at, kind := s.pos, ArrayClose
	if s.inObject() {
		kind = ObjectClose
	}
	s.depth--
	s.tookValue(at + 1)
	return Token{Kind: kind, Start: at, End: at + 1}
}

// value reads the start of a value. It counts two bytes, for that and for the comma or closer behind
// the value.
func (s *Scanner) value(w *Window, c byte) Token {
	w.Visits.Add(2)
	if len(s.bracketsKnown) > 0 {
		if t, ok := s.bracketKnown(); ok {
			return t
		}
	}
	switch c {
	case '{':
		return s.open(ObjectOpen, expectFirstKey)
	case '[':
		return s.open(ArrayOpen, expectFirstElement)
	case '"':
		s.isKey = false
		s.beginString(w, double, 1)
		return Token{Kind: StringBegin, Start: s.start, End: s.pos}
	}
	if q, width, ok := s.opensString(w, c); ok {
		s.isKey = false
		s.beginString(w, q, width)
		return Token{Kind: StringBegin, Start: s.start, End: s.pos}
	} else if width < 0 {
		return s.more(w)
	}
	if isWord(c) {
		s.isKey = false
		return s.beginWord(w)
	}
	return s.unexpected("")
}

// key reads the start of a key.
func (s *Scanner) key(w *Window, c byte) Token {
	if c == '"' {
		if t, ok := s.plainKey(w); ok {
			return t
		}
	}
	if q, width, ok := s.opensString(w, c); ok {
		s.isKey = true
		s.beginString(w, q, width)
		return s.scanString(w)
	} else if width < 0 {
		return s.more(w)
	}
	if s.Tolerance&AllowUnquotedKeys != 0 && isKeyStart(c) {
		s.isKey = true
		return s.beginWord(w)
	}
	return s.unexpected("")
}

// plainKey reads a key in '"' at once, if it and its colon are complete and all its bytes
// stand for themselves. Most keys are so.
func (s *Scanner) plainKey(w *Window) (Token, bool) {
	start := s.pos + 1
	b := w.Win[start-w.Base:]
	n := PlainLen(b)
	if n+1 >= len(b) || b[n] != '"' || b[n+1] != ':' || len(s.forced) > 0 {
		return Token{}, false
	}
	s.start, s.quote, s.isKey = s.pos, double, true
	s.escaped, s.known, s.unknown, s.raw, s.end = false, false, false, false, -1
	s.keyStart, s.keyEnd, s.keyEscaped, s.keyBare = start, start+n, false, false
	w.Visits.Add(n + 2)
	s.took(start+n+2, expectValue)
	return Token{Kind: Key, Start: start, End: start + n}, true
}
