package jsonscan

import "github.com/toolparser/toolparser/parsers/internal/repair"

// bracketKnown reads the known bracket c at the position, if there is one.
func (s *Scanner) bracketKnown(c byte) (t Token, ok bool) {
	known := s.Given.Brackets
	if known[0].At != s.at.pos {
		return t, false
	}
	s.Given.Brackets = known[1:]
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
	if s.Given.RepairDepth == 0 || s.Nesting.depth < s.Given.RepairDepth || s.Notes.Tolerance == Strict {
		return t, false
	}
	object := s.Nesting.InObject()
	around := s.Nesting.depth > s.Given.RepairDepth // the container around this one may be repaired, too
	fits := around && s.Nesting.IsObject(s.Nesting.depth-1) != object
	before := s.at.prevCloser
	if object { // c is ']'
		switch {
		case fits && before != c: // {"x": [{"a": 1]}
			return s.implied(), true
		case !fits && before == c: // {"x": ["a"]], "n": 1}
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
	case next == ']' && !(around && s.Nesting.depth-1 > s.Given.RepairDepth && !s.Nesting.IsObject(s.Nesting.depth-2)),
		before == c && next == ',' && behind == '{', before == c && !fits && next == ',':
		return s.surplus(c), true // {"x": [{"a": 1}}]} or {"x": [{"a": 1}}, {"a": 2}]}
	case fits && next != ']': // {"x": ["a", "b"}
		return s.implied(), true
	}
	return t, false
}

// surplus passes over the closer c at the position, which closes nothing.
func (s *Scanner) surplus(c byte) Token {
	at := s.at.pos
	s.Notes.drop(repair.ExtraCloser, at, 1)
	s.at.took(at+1, expectNext)
	s.at.prevCloser = c
	return Token{Kind: Dropped, Start: at, End: at + 1}
}
