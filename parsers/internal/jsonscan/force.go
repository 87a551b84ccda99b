package jsonscan

import "github.com/toolparser/toolparser/parsers/internal/repair"

// A Forced string ends at the given offset. All bytes between its
// quotes are text, even other quotes.
type Forced struct {
	// Start is the offset of the opening quote, End that of the closing one.
	Start, End int
}

// Force gives the ends of strings that the scanner hasn't reached yet, in text order.
func (s *Scanner) Force(ends []Forced) { s.forced = ends }

// EndString makes a scanner that is in a string value resume behind the
// closing quote at offset at.
func (s *Scanner) EndString(at int) {
	s.tookValue(at + s.quote.width())
	s.prevString = true
}

// QuoteAt is the width of the delimiter at offset at that could close the
// current string; 0 if there is none, -1 if the window ends in it.
func (s *Scanner) QuoteAt(w *Window, at int) int {
	return s.quote.closer(w.Win[at-w.Base:], w.Final)
}

// QuoteLead is the first byte of the delimiter that closes the current string.
func (s *Scanner) QuoteLead() byte {
	switch s.quote {
	case double:
		return '"'
	case single:
		return '\''
	}
	return smartLead
}

// AfterColon reports whether a member's value is due.
func (s *Scanner) AfterColon() bool {
	return s.expect == expectValue && s.depth > 0 && s.lex == between
}

// InObject reports whether the innermost open container is an object.
func (s *Scanner) InObject() bool { return s.inObject() }

// LastString is the offset of the string that the scanner is in, or
// directly behind. It returns false if the scanner is elsewhere.
func (s *Scanner) LastString() (start int, ok bool) {
	return s.start, s.lex == inString || s.prevString || s.expect == expectColon
}

// Closable reports whether the open containers could be closed at the
// scanner's position: no token or member is half written.
func (s *Scanner) Closable() bool {
	return s.lex == between && s.expect != expectValue && s.expect != expectColon && s.expect != expectNothing
}

// DropComma removes the comma before the position, if there is one. It returns false if repairs
// aren't allowed.
func (s *Scanner) DropComma() bool {
	if s.expect != expectKey && s.expect != expectElement {
		return true
	}
	if !s.drop(repair.TrailingComma, s.prevEnd-1, 1) {
		return false
	}
	s.held, s.expect = -1, expectNext
	return true
}

// Closers appends the closers of the containers at the depths (to, from], the deepest first.
func (s *Scanner) Closers(dst []byte, from, to int) []byte {
	for d := from; d > to; d-- {
		if s.IsObject(d) {
			dst = append(dst, '}')
		} else {
			dst = append(dst, ']')
		}
	}
	return dst
}

// ResumeAfter makes the scanner resume at pos, behind an element of the
// container at depth.
func (s *Scanner) ResumeAfter(pos, depth int) {
	s.depth = depth
	s.tookValue(pos)
}

// SkipByte passes over one byte that belongs to nothing, and notes that as a repair of the kind.
func (s *Scanner) SkipByte(kind repair.Kind) bool {
	if !s.drop(kind, s.pos, 1) {
		return false
	}
	s.pos++
	return true
}
