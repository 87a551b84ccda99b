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

// A Scanner reads one JSON value. It is a plain value: a copy resumes where
// the original was, and shares only the log. Use Start before Next.
// See docs/models/formats, "Repairs".
type Scanner struct {
	// Notes has the repairs that were made, and those that may be made.
	Notes Notes
	// Corrections is what the caller knows about the text.
	Corrections Corrections
	// Nesting is the containers that are open.
	Nesting Nesting
	// LastValueEnd and LastValueDepth are the end of the last complete value,
	// and the number of containers open around it; 0 if there was none.
	LastValueEnd, LastValueDepth int

	at      place
	str     quoted // the current string
	lastKey key
}

// A key is the last key that was read.
type key struct {
	start, end int
	escaped    bool
	bare       bool // it had no quotes
}

// Start makes the scanner read the value that begins at pos.
func (s *Scanner) Start(pos, maxDepth int, t Tolerance, log *Log) {
	*s = Scanner{} // in place: a literal with fields would be built elsewhere, and copied
	s.Notes.Log, s.Notes.Tolerance, s.at.pos, s.at.held, s.str.end, s.Nesting.most = log, t, pos, -1, -1, maxDepth
}

// Pos is the offset of the next byte to read.
func (s *Scanner) Pos() int { return s.at.pos }

// InString reports whether the scanner is inside a string.
func (s *Scanner) InString() bool { return s.at.lex == inString }

// StringStart is the offset of the opening quote of the last string that started.
func (s *Scanner) StringStart() int { return s.at.start }

// PrevEnd is the end of the last token.
func (s *Scanner) PrevEnd() int { return s.at.prevEnd }

// Done reports whether the value is complete.
func (s *Scanner) Done() bool { return s.at.expect == expectNothing }

// Message says why the last token was Unexpected.
func (s *Scanner) Message() string {
	if s.at.failed != "" {
		return s.at.failed
	}
	return expectations[s.at.expect]
}

// Certain is the end of the certain bytes: no later byte can change how they are read.
func (s *Scanner) Certain() int {
	switch {
	case s.at.held >= 0:
		return s.at.held
	case s.at.lex == inString:
		return s.at.pos
	case s.at.lex == inWord:
		return s.at.start
	}
	return s.at.prevEnd
}

// Next reads on to the end of the next token, or of the window. It counts the bytes that it looks
// at only where it passes over many, and where a value begins, because most tokens are short.
func (s *Scanner) Next(w *Window) Token {
	switch s.at.lex {
	case inString:
		return s.scanString(w)
	case inWord:
		return s.scanWord(w)
	case inLineComment, inBlockComment:
		if !s.scanComment(w) {
			return s.at.more(w)
		}
	}
	i := s.at.pos - w.Base
	if i+1 < len(w.Win) && w.Win[i] == ' ' && plainByte[w.Win[i+1]] {
		s.at.pos++
		s.at.spaced = true
		i++
	} else if i >= len(w.Win) {
		return s.at.more(w)
	} else if !plainByte[w.Win[i]] {
		if !s.skipSpace(w) {
			return s.at.more(w)
		}
		i = s.at.pos - w.Base
	}
	c := w.Win[i]
	switch s.at.expect {
	case expectNext:
		return s.next(w, c)
	case expectFirstKey:
		if c == '}' {
			return s.close()
		}
		return s.key(w, c)
	case expectKey:
		if c == '}' && s.Notes.drop(repair.TrailingComma, s.at.prevEnd-1, 1) {
			return s.close()
		}
		return s.key(w, c)
	case expectColon:
		return s.colon(w, c)
	case expectElement:
		if c == ']' && s.Notes.drop(repair.TrailingComma, s.at.prevEnd-1, 1) {
			return s.close()
		}
	case expectFirstElement:
		if c == ']' {
			return s.close()
		}
	case expectNothing:
		return s.at.unexpected("")
	}
	return s.value(w, c)
}
