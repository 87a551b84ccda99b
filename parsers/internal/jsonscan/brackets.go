package jsonscan

import (
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// A Bracket is a bracket that a caller knows to be missing, or one too many.
type Bracket struct {
	At   int
	Kind BracketKind
}

// A BracketKind says what is wrong with a bracket.
type BracketKind uint8

const (
	// ListOpens: a list's opening bracket is missing, before the value at the offset.
	ListOpens BracketKind = iota
	// ListCloses: a list's closing bracket is missing, before the comma at the offset.
	ListCloses
	// Surplus: the brace at the offset closes nothing.
	Surplus
)

// Brackets gives the scanner the known brackets, in text order.
func (s *Scanner) Brackets(known []Bracket) { s.bracketsKnown = known }

// MayRepairBrackets allows repairs of brackets: the container at the depth, and each container in
// it, may have lost a closer, or have one too many. If depth is 0, none may.
func (s *Scanner) MayRepairBrackets(depth int) { s.brackets = depth }

// RepairsBrackets is the depth that MayRepairBrackets was given.
func (s *Scanner) RepairsBrackets() int { return s.brackets }

// AtColon reports whether a key was read, and its colon wasn't.
func (s *Scanner) AtColon() bool { return s.expect == expectColon && s.lex == between }

// KeyStart is the offset of the text of the last key.
func (s *Scanner) KeyStart() int { return s.keyStart }

// bracketKnown reads the known bracket at the position, if there is one.
func (s *Scanner) bracketKnown() (t Token, ok bool) {
	if s.bracketsKnown[0].At != s.pos {
		return t, false
	}
	kind := s.bracketsKnown[0].Kind
	s.bracketsKnown = s.bracketsKnown[1:]
	switch kind {
	case ListCloses:
		return s.implied(), true
	case Surplus:
		return s.surplus()
	}
	if t = s.open(ArrayOpen, expectFirstElement); t.Kind == ArrayOpen {
		s.insert(repair.MissingCloser, t.Start, insOpenBracket)
		s.took(t.Start, expectFirstElement)
		t.End = t.Start
	}
	return t, true
}

// implied closes the innermost container, whose closer is missing, behind its last value.
func (s *Scanner) implied() Token {
	at, kind, ins := s.LastValueEnd, ArrayClose, insBracket
	if s.inObject() {
		kind, ins = ObjectClose, insBrace
	}
	pos, depth := s.pos, s.LastValueDepth
	s.insert(repair.MissingCloser, at, ins)
	s.depth--
	s.tookValue(at)
	s.pos, s.LastValueDepth = pos, depth // a caller that cuts the text off there adds the closer
	return Token{Kind: kind, Start: at, End: at}
}

// mismatched reads the closer c, which isn't that of the innermost container. Either the closer of
// that container is missing, or c is one too many.
func (s *Scanner) mismatched(w *Window, c byte) (t Token, ok bool) {
	if s.brackets == 0 || s.depth < s.brackets || s.Tolerance&AllowRepair == 0 {
		return t, false
	}
	object := s.inObject()
	around := s.depth > s.brackets // the container around this one may be repaired, too
	fits := around && s.IsObject(s.depth-1) != object
	before := w.Win[s.prevEnd-1-w.Base]
	if object { // c is ']'
		switch {
		case fits && before != c: // {"x": [{"a": 1]}
			return s.implied(), true
		case !fits && before == c: // {"x": ["a"]], "n": 1}
			return s.surplus()
		}
		return t, false // such as [{"x": ["a"]]}]: a bracket too many, or a brace is missing
	}
	next, behind, more := closerFollowed(w, s.pos+1)
	switch {
	case more:
		return s.more(w), true
	case next == ']' && !(around && s.depth-1 > s.brackets && !s.IsObject(s.depth-2)),
		before == c && next == ',' && behind == '{', before == c && !fits && next == ',':
		return s.surplus() // {"x": [{"a": 1}}]} or {"x": [{"a": 1}}, {"a": 2}]}
	case fits && next != ']': // {"x": ["a", "b"}
		return s.implied(), true
	}
	return t, false
}

// surplus passes over the closer at the position, which closes nothing.
func (s *Scanner) surplus() (Token, bool) {
	at, end := s.pos, s.LastValueEnd
	if !s.drop(repair.ExtraCloser, s.pos, 1) {
		return Token{}, false
	}
	s.took(s.pos+1, expectNext)
	s.LastValueEnd = end
	return Token{Kind: Dropped, Start: at, End: at + 1}, true
}

// closerFollowed returns the next byte from offset at on, behind a closer, ignoring white space. If
// that is a comma, behind is the next byte behind it. A byte is 0 if there is none, or none near.
// It returns more if it needs more bytes to decide.
func closerFollowed(w *Window, at int) (next, behind byte, more bool) {
	if next, at, more = nearByte(w, at); next == ',' && !more {
		behind, _, more = nearByte(w, at+1)
	}
	return next, behind, more
}

// maxNear bounds the white space that nearByte passes over, in bytes.
const maxNear = 64

func nearByte(w *Window, at int) (c byte, i int, more bool) {
	b := w.Win[at-w.Base:]
	n := match.SpaceLen(b[:min(len(b), maxNear)])
	w.Visits.Add(n)
	if n == len(b) {
		return 0, at, !w.Final
	}
	return b[n], at + n, false
}

// open opens a container.
func (s *Scanner) open(kind Kind, e expect) Token {
	at := s.pos
	if s.depth >= s.maxDepth {
		return Token{Kind: TooDeep, Start: at, End: at}
	}
	bit := uint64(1) << (s.depth % 64)
	s.objects[s.depth/64] &^= bit
	if kind == ObjectOpen {
		s.objects[s.depth/64] |= bit
	}
	s.depth++
	s.took(at+1, e)
	return Token{Kind: kind, Start: at, End: at + 1}
}
