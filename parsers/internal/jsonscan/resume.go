package jsonscan

import "github.com/toolparser/toolparser/parsers/internal/repair"

// EndString makes a scanner that is in a string value resume behind the
// closing quote at offset at.
func (s *Scanner) EndString(at int) {
	s.tookValue(at + s.str.quote.width())
	s.at.prevString = true
}

// Quote is the delimiter of the current string.
func (s *Scanner) Quote() Quote { return s.str.quote }

// AfterColon reports whether a member's value is due.
func (s *Scanner) AfterColon() bool {
	return s.at.expect == expectValue && s.Nesting.depth > 0 && s.at.lex == between
}

// BeforeColon is the offset of the text of a key whose colon is due. It returns false if none is.
func (s *Scanner) BeforeColon() (key int, ok bool) {
	return s.lastKey.start, s.at.expect == expectColon && s.at.lex == between
}

// LastString is the offset of the string that the scanner is in, or
// directly behind. It returns false if the scanner is elsewhere.
func (s *Scanner) LastString() (start int, ok bool) {
	return s.at.start, s.at.lex == inString || s.at.prevString || s.at.expect == expectColon
}

// Closable reports whether the open containers could be closed at the
// scanner's position: no token or member is half written.
func (s *Scanner) Closable() bool {
	return s.at.lex == between && s.at.expect != expectValue && s.at.expect != expectColon && s.at.expect != expectNothing
}

// DropComma removes the comma before the position, if there is one.
func (s *Scanner) DropComma() {
	if s.at.expect == expectKey || s.at.expect == expectElement {
		s.Notes.drop(repair.TrailingComma, s.at.prevEnd-1, 1)
		s.at.held, s.at.expect = -1, expectNext
	}
}

// ResumeAfter makes the scanner resume at pos, behind an element of the
// container at depth.
func (s *Scanner) ResumeAfter(pos, depth int) {
	s.Nesting.depth = depth
	s.tookValue(pos)
}

// SkipByte passes over one byte that belongs to nothing, and notes that as a repair of the kind.
func (s *Scanner) SkipByte(kind repair.Kind) {
	s.Notes.drop(kind, s.at.pos, 1)
	s.at.pos++
}
