package jsonscan

import (
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// next reads the token that follows a value.
func (s *Scanner) next(w *Window, c byte) Token {
	if len(s.Corrections.Brackets) > 0 {
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
	if len(s.Corrections.Brackets) > 0 {
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
	if n+1 >= len(b) || b[n] != '"' || b[n+1] != ':' || len(s.Corrections.Ends) > 0 {
		return Token{}, false
	}
	s.at.start, s.at.isKey = s.at.pos, true
	s.str.begins(double)
	s.lastKey.start, s.lastKey.end, s.lastKey.escaped, s.lastKey.bare = start, start+n, false, false
	w.Visits.Add(n + 2)
	s.at.took(start+n+2, expectValue)
	return Token{Kind: Key, Start: start, End: start + n}, true
}

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
func BareMember(v *work.Counter, b []byte, final bool) (key []byte, yes, more bool) {
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

// bracketKnown reads the known bracket c at the position, if there is one.
func (s *Scanner) bracketKnown(c byte) (t Token, ok bool) {
	known := s.Corrections.Brackets
	if known[0].At != s.at.pos {
		return t, false
	}
	s.Corrections.Brackets = known[1:]
	switch known[0].Kind {
	case ListCloses:
		return s.implied(), true
	case Surplus:
		return s.surplus(c), true
	}
	if t = s.open(ArrayOpen, expectFirstElement); t.Kind == ArrayOpen {
		s.Notes.insert(repair.MissingCloser, t.Start, insOpenBracket)
		s.at.took(t.Start, expectFirstElement)
		t.End = t.Start
	}
	return t, true
}

// implied closes the innermost container, whose closer is missing, behind its last value.
func (s *Scanner) implied() Token {
	at, kind, ins := s.LastValueEnd, ArrayClose, insBracket
	if s.Nesting.InObject() {
		kind, ins = ObjectClose, insBrace
	}
	pos, depth, closer := s.at.pos, s.LastValueDepth, s.at.prevCloser
	s.Notes.insert(repair.MissingCloser, at, ins)
	s.Nesting.depth--
	s.tookValue(at)
	s.at.pos, s.LastValueDepth, s.at.prevCloser = pos, depth, closer // a caller that cuts the text off there adds the closer
	return Token{Kind: kind, Start: at, End: at}
}

// mismatched reads the closer c, which isn't that of the innermost container. Either the closer of
// that container is missing, or c is one too many.
func (s *Scanner) mismatched(w *Window, c byte) (t Token, ok bool) {
	if s.Corrections.RepairDepth == 0 || s.Nesting.depth < s.Corrections.RepairDepth || s.Notes.Tolerance == Strict {
		return t, false
	}
	object := s.Nesting.InObject()
	around := s.Nesting.depth > s.Corrections.RepairDepth // the container around this one may be repaired, too
	fits := around && s.Nesting.IsObject(s.Nesting.depth-1) != object
	before := s.at.prevCloser
	if object { // c is ']'
		switch {
		case fits && before != c: // {"x": [{"a": 1]}
			return s.implied(), true
		case !fits && before == c: // {"x": ["a"]], "n": 1}
			return s.surplus(c), true
		case s.Notes.Alone && !fits && around && onlyClosers(w.Slice(s.at.pos+1, w.End())): // {"a": {"b": 1]}
			return s.surplus(c), true
		}
		return t, false // such as [{"x": ["a"]]}]: a bracket too many, or a brace is missing
	}
	var behind byte // the next one, if a comma is next
	next, at, more := w.Near(s.at.pos + 1)
	if next == ',' && !more {
		behind, _, more = w.Near(at + 1)
	}
	switch {
	case more:
		return s.at.more(w), true
	case next == ']' && !(around && s.Nesting.depth-1 > s.Corrections.RepairDepth && !s.Nesting.IsObject(s.Nesting.depth-2)),
		before == c && next == ',' && behind == '{', before == c && !fits && next == ',':
		return s.surplus(c), true // {"x": [{"a": 1}}]} or {"x": [{"a": 1}}, {"a": 2}]}
	case fits && next != ']': // {"x": ["a", "b"}
		return s.implied(), true
	}
	return t, false
}

// onlyClosers reports whether the text has only braces and white space.
func onlyClosers(b []byte) bool {
	for _, c := range b {
		if c != '}' && !match.IsSpace(c) {
			return false
		}
	}
	return true
}

// surplus passes over the closer c at the position, which closes nothing.
func (s *Scanner) surplus(c byte) Token {
	at := s.at.pos
	s.Notes.drop(repair.ExtraCloser, at, 1)
	s.at.took(at+1, expectNext)
	s.at.prevCloser = c
	return Token{Kind: Dropped, Start: at, End: at + 1}
}
