package jsonscan

import (
	"encoding/binary"

	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

const (
	double        quote = iota // "…"
	single                     // '…'
	curly                      // “…”
	closing                    // ”…”
	low                        // „…“ or „…”
	curlySingle                // ‘…’
	closingSingle              // ’…’
)

func (s *Scanner) beginString(w *Window, q quote, width int) {
	s.start, s.quote = s.pos, q
	if q != double {
		s.replace(repair.QuoteStyle, s.pos, width, insQuote)
	}
	s.pos += width
	s.lex, s.escaped, s.held = inString, false, -1
	s.known, s.unknown = false, false
	s.end, s.raw = -1, false
	if len(s.forced) > 0 {
		s.end = s.forcedEnd()
		s.raw = s.end >= 0 && w.Visits.IndexByte(w.Slice(s.pos, s.end), '\n') >= 0
	}
}

// stringSpecial are the bytes that may mean something in a string
// that '"' doesn't delimit.
var stringSpecial = func() (t [256]bool) {
	for c := range 0x20 {
		t[c] = true
	}
	t['"'], t['\\'], t['\''], t[smartLead] = true, true, true, true
	return t
}()

// scanString reads on in a string. Most strings are between '"', and have only bytes that
// stand for themselves and JSON's own escapes.
func (s *Scanner) scanString(w *Window) Token {
	if s.quote != double || s.end >= 0 {
		return s.scanOdd(w)
	}
	from := s.pos - w.Base
	i := passPiece(w.Win, from)
	if i < len(w.Win) && w.Win[i] != '"' {
		i = s.pass(w.Win, i)
	}
	w.Visits.Add(i - from)
	s.pos = w.Base + i
	switch {
	case i == len(w.Win):
		return s.more(w)
	case w.Win[i] == '"':
		return s.endString(w, 1)
	}
	return s.scanOdd(w)
}

// passPiece is pass for the few bytes of a chunk, which are most likely plain. It saves the time of
// another call.
func passPiece(b []byte, i int) int {
	if len(b)-i < manyBytes {
		for i < len(b) && !jsonSpecial[b[i]] {
			i++
		}
	}
	return i
}

// pass is the index of the first byte of b from i on, in a string between '"', that
// neither stands for itself nor belongs to a simple escape.
func (s *Scanner) pass(b []byte, i int) int {
	for i < len(b) {
		end := len(b)
		if i+8 <= end {
			if AllPlain(binary.LittleEndian.Uint64(b[i:])) {
				i += 8
				continue
			}
			end = i + 8
		}
		for i < end {
			if !jsonSpecial[b[i]] {
				i++
				continue
			}
			if b[i] != '\\' || !s.simpleEscape(b[i:]) {
				return i
			}
			i += 2
		}
	}
	return i
}

// scanOdd reads on in a string of any kind.
func (s *Scanner) scanOdd(w *Window) Token {
	from := s.pos
	t := s.passOdd(w)
	w.Visits.Add(s.pos - from)
	return t
}

// passOdd is scanOdd, without the count.
func (s *Scanner) passOdd(w *Window) Token {
	b, special := w.Win, &jsonSpecial
	if s.quote != double {
		special = &stringSpecial
	}
	i := s.pos - w.Base
	for {
		from := w.Base + i
		if special == &jsonSpecial && len(b)-i >= manyBytes {
			i += PlainLen(b[i:])
		}
		for i < len(b) && !special[b[i]] && !s.Break.may(b[i], s.quote) {
			i++
		}
		if s.end >= from {
			i = min(i, s.end-w.Base)
		}
		s.pos = w.Base + i
		if i == len(b) {
			return s.more(w)
		}
		c := b[i]
		if c == '\\' && s.quote == double && s.end < 0 && s.simpleEscape(b[i:]) {
			i += 2
			continue
		}
		if n := s.closer(b[i:], w.Final); n != 0 {
			if n < 0 {
				return s.more(w)
			}
			return s.endString(w, n)
		}
		n := 1
		switch {
		case c == '\\':
			n = s.escape(b[i:], w.Final)
		case c == '"':
			s.innerQuote()
		case c < 0x20:
			n = s.control(c)
		case s.Break.may(c, s.quote):
			if a := s.Break.At(b[i:], w.Final); a != match.No {
				n = min(int(a), 0) // the string ends here, or it takes more bytes to decide
			}
		case s.end >= 0 && s.quote.closer(b[i:], true) > 0:
			s.repaired(repair.UnescapedQuote, s.pos)
		}
		if n < 0 {
			return s.more(w)
		}
		if n == 0 {
			if c >= ' ' {
				return s.unexpected("a string isn't closed")
			}
			return s.unexpected("control character in a string")
		}
		i += n
	}
}

// closer is the length of the closing quote at the start of b; 0 if there is
// none, -1 if it takes more bytes to decide.
func (s *Scanner) closer(b []byte, final bool) int {
	if s.end >= 0 {
		if s.pos == s.end {
			return s.quote.width()
		}
		return 0
	}
	return s.quote.closer(b, final)
}

func (s *Scanner) endString(w *Window, width int) Token {
	at := s.pos
	if s.quote != double {
		s.edit(at, width, insQuote)
	}
	start, escaped := s.start+s.quote.width(), s.escaped
	s.Doubtful = s.Doubtful || s.quote == double && s.unknown && s.known
	s.end = -1
	if s.isKey {
		s.keyStart, s.keyEnd, s.keyEscaped, s.keyBare = start, at, escaped, false
		s.took(at+width, expectColon)
		s.held = at
		return s.afterKey(w)
	}
	s.tookValue(at + width)
	s.held, s.prevString = at, true
	return Token{Kind: String, Start: start, End: at, Escaped: escaped}
}

// innerQuote escapes a '"' that doesn't close the string. If another quote
// delimits the string, this is part of changing the style, and no repair of its own.
func (s *Scanner) innerQuote() {
	s.escaped = true
	kind := repair.Unspecified
	if s.quote == double {
		kind = repair.UnescapedQuote
	}
	s.insert(kind, s.pos, insBackslash)
}

// control handles a raw control character. It returns 1 if it repaired that, else 0.
func (s *Scanner) control(c byte) int {
	if s.isKey && c == '\n' {
		return 0 // a key must end on its line
	}
	if !s.replace(repair.RawControlCharacter, s.pos, 1, controlInsertion(c)) {
		return 0
	}
	s.escaped = true
	return 1
}

// forcedEnd is the given end of the string that begins at s.start, or -1.
func (s *Scanner) forcedEnd() int {
	for len(s.forced) > 0 && s.forced[0].Start < s.start {
		s.forced = s.forced[1:]
	}
	if len(s.forced) > 0 && s.forced[0].Start == s.start {
		return s.forced[0].End
	}
	return -1
}

// manyBytes is from how many bytes on it is worth a call to look at eight at a time.
const manyBytes = 16

// Passes reports whether the scanner is inside a string between '"' that ends at its
// next quote.
func (s *Scanner) Passes() bool { return s.lex == inString && s.quote == double && s.end < 0 }

// Pass reads on in such a string, to the end of the window. It returns false if it stops before
// that, because not all bytes stand for themselves or are simple escapes, or half of one.
func (s *Scanner) Pass(w *Window) bool {
	b, from := w.Win, s.pos-w.Base
	i := passPiece(b, from)
	if i < len(b) && b[i] != '"' {
		i = s.pass(b, i)
	}
	w.Visits.Add(i - from)
	s.pos = w.Base + i
	return i == len(b) || i+1 == len(b) && b[i] == '\\'
}
