package jsonscan

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// A quote is a pair of string delimiters.
type quote uint8

const (
	double        quote = iota // "…"
	single                     // '…'
	curly                      // “…”
	closing                    // ”…”
	low                        // „…“ or „…”
	curlySingle                // ‘…’
	closingSingle              // ’…’
)

// Smart quotes are U+2018 to U+201E: E2 80 98 … 9E.
const smartLead = 0xE2

// opensString tells whether the byte c at the scanner's position opens a
// string, and how wide the quote is. A width of -1 asks for more bytes.
func (s *Scanner) opensString(w Window, c byte) (q quote, width int, ok bool) {
	switch {
	case c == '"':
		return double, 1, true
	case s.Tolerance&AllowQuoteStyles == 0:
		return 0, 0, false
	case c == '\'':
		return single, 1, true
	case c != smartLead:
		return 0, 0, false
	}
	b := w.B[s.pos-w.Base:]
	if len(b) < 3 && !w.Final && (len(b) < 2 || b[1] == 0x80) {
		return 0, -1, false
	}
	if len(b) < 3 || b[1] != 0x80 {
		return 0, 0, false
	}
	switch b[2] {
	case 0x9C:
		return curly, 3, true
	case 0x9D:
		return closing, 3, true
	case 0x9E:
		return low, 3, true
	case 0x98:
		return curlySingle, 3, true
	case 0x99:
		return closingSingle, 3, true
	}
	return 0, 0, false
}

// closes tells whether the last byte of a smart quote closes a string.
func (q quote) closes(b byte) bool {
	switch q {
	case curly, closing:
		return b == 0x9D
	case low:
		return b == 0x9C || b == 0x9D
	case curlySingle, closingSingle:
		return b == 0x99
	}
	return false
}

// width is the length of the quote in bytes.
func (q quote) width() int {
	if q <= single {
		return 1
	}
	return 3
}

func (s *Scanner) beginString(w Window, q quote, width int) {
	s.start, s.quote = s.pos, q
	if q != double {
		s.replace(repair.QuoteStyle, s.pos, width, insQuote)
	}
	s.pos += width
	s.lex, s.escaped, s.held = inString, false, -1
	s.known, s.unknown = false, false
	s.end, s.raw = -1, false
	if len(s.forced) > 0 {
		s.end, s.endWidth = s.forcedEnd()
		s.raw = s.end >= 0 && bytes.IndexByte(w.Slice(s.pos, s.end), '\n') >= 0
	}
}

// stringSpecial are the bytes at which scanString stops to think in a string
// that '"' doesn't delimit.
var stringSpecial = func() (t [256]bool) {
	for c := range 0x20 {
		t[c] = true
	}
	t['"'], t['\\'], t['\''], t[smartLead] = true, true, true, true
	t['<'], t['['] = true, true
	return t
}()

// simpleEscape tells whether the backslash that b begins with, in a string between
// '"', begins an escape that is no matter of doubt, and notes it: most are such.
func (s *Scanner) simpleEscape(b []byte) bool {
	if len(b) < 2 || s.quote != double || s.end >= 0 {
		return false
	}
	switch b[1] {
	case '\\', '/', 'n', 't':
		s.known = true
	case '"':
	default:
		return false
	}
	s.escaped = true
	return true
}

// scanString reads on in a string.
func (s *Scanner) scanString(w Window) Token {
	b, special := w.B, &jsonSpecial
	if s.quote != double {
		special = &stringSpecial
	}
	i := s.pos - w.Base
	for {
		from := w.Base + i
		if special == &jsonSpecial && len(b)-i >= manyBytes {
			i += PlainLen(b[i:])
		}
		for i < len(b) && !special[b[i]] {
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
		if c == '\\' && s.simpleEscape(b[i:]) {
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
		case (c == '<' || c == '[') && s.Break != nil && s.quote != double:
			if a := s.Break(b[i:], w.Final); a != match.No {
				n = min(int(a), 0) // nothing of the string, or more must tell
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
// none, -1 if more bytes must tell.
func (s *Scanner) closer(b []byte, final bool) int {
	if s.end >= 0 {
		if s.pos == s.end {
			return max(s.quote.width(), s.endWidth)
		}
		return 0
	}
	return s.quote.closer(b, final)
}

func (q quote) closer(b []byte, final bool) int {
	switch q {
	case double:
		if b[0] == '"' {
			return 1
		}
		return 0
	case single:
		if b[0] == '\'' {
			return 1
		}
		return 0
	}
	if b[0] != smartLead || len(b) > 1 && b[1] != 0x80 {
		return 0
	}
	if len(b) < 3 {
		if final {
			return 0
		}
		return -1
	}
	if q.closes(b[2]) {
		return 3
	}
	return 0
}

func (s *Scanner) endString(w Window, width int) Token {
	at := s.pos
	switch {
	case s.end >= 0 && s.endWidth > 0:
		s.replace(repair.QuoteStyle, at, width, insQuote)
	case s.quote != double:
		s.edit(at, width, insQuote)
	}
	start, escaped := s.start+s.quote.width(), s.escaped
	s.Doubtful = s.Doubtful || s.quote == double && s.unknown && s.known
	s.end = -1
	if s.isKey {
		s.keyStart, s.keyEnd, s.keyEscaped = start, at, escaped
		s.took(at+width, expectColon)
		s.held = at
		return s.Next(w)
	}
	s.tookValue(at + width)
	s.held, s.prevString = at, true
	return Token{Kind: String, Start: start, End: at, Escaped: escaped}
}

// innerQuote escapes a '"' that doesn't close the string. Where another quote
// delimits it, that is part of changing the style and no repair of its own.
func (s *Scanner) innerQuote() {
	s.escaped = true
	kind := repair.Unspecified
	if s.quote == double {
		kind = repair.UnescapedQuote
	}
	s.insert(kind, s.pos, insBackslash)
}

// control handles a raw control character: 1 if it was repaired, else 0.
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
