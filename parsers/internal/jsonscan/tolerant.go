package jsonscan

import (
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// Tolerance is a set of departures from RFC 8259 that a Scanner repairs.
type Tolerance uint8

const (
	// AllowRepair allows every repair that no other flag names.
	AllowRepair Tolerance = 1 << iota
	// AllowQuoteStyles allows single and smart quotes as delimiters.
	AllowQuoteStyles
	// AllowUnquotedKeys allows keys without quotes.
	AllowUnquotedKeys
	// AllowMissingCommas allows white space alone between members or elements.
	AllowMissingCommas
	// AllowComments allows comments: //, /* */ and #.
	AllowComments
	// PythonEscapes allows Python's escapes in strings of every quote, as in code.
	PythonEscapes

	// Strict allows JSON alone.
	Strict Tolerance = 0
	// Tolerant allows every repair, but no Python escapes.
	Tolerant = AllowRepair | AllowQuoteStyles | AllowUnquotedKeys | AllowMissingCommas | AllowComments
)

// skipSpace reads white space and comments; false at the end of the window.
func (s *Scanner) skipSpace(w *Window) bool {
	for {
		from := s.pos - w.Base
		i := from
		for i < len(w.Win) && match.IsSpace(w.Win[i]) {
			i++
		}
		if i > from {
			w.Visits.Add(i - from)
			s.pos, s.spaced = w.Base+i, true
		}
		if i == len(w.Win) {
			return false
		}
		c := w.Win[i]
		switch {
		case c >= utf8.RuneSelf:
			n := s.wideSpace(w)
			if n < 0 {
				return false
			}
			if n == 0 {
				return true
			}
		case c == '/' || c == '#':
			n := s.comment(w)
			if n < 0 || n > 0 && !s.scanComment(w) {
				return false
			}
			if n == 0 {
				return true
			}
		default:
			return true
		}
	}
}

// plainByte are the ASCII bytes that begin neither white space nor a comment.
var plainByte = func() (t [256]bool) {
	for c := '!'; c < utf8.RuneSelf; c++ {
		t[c] = c != '/' && c != '#'
	}
	return t
}()

// wideSpace removes white space that JSON doesn't know. It returns its length, 0 if
// there is none, -1 if the window ends in it.
func (s *Scanner) wideSpace(w *Window) int {
	b := w.Win[s.pos-w.Base:]
	if !utf8.FullRune(b) && !w.Final {
		return -1
	}
	r, n := utf8.DecodeRune(b)
	if !match.IsWideSpace(r) || !s.drop(repair.WhiteSpace, s.pos, n) {
		return 0
	}
	s.pos += n
	s.spaced = true
	return n
}

// comment starts a comment. It returns 1 if there is one, 0 if not, -1 if the window ends first.
func (s *Scanner) comment(w *Window) int {
	if s.Tolerance&AllowComments == 0 || s.prevString && !s.spaced {
		return 0 // directly behind a quote, it is the rest of a string that the quote cut off
	}
	b := w.Win[s.pos-w.Base:]
	lex := inLineComment
	if b[0] == '/' {
		if len(b) < 2 {
			if w.Final { // cut off
				s.start, s.lex = s.pos, inLineComment
			}
			return -1
		}
		switch b[1] {
		case '/':
		case '*':
			lex = inBlockComment
		default:
			return 0
		}
	}
	s.start, s.lex = s.pos, lex
	if lex == inBlockComment {
		s.pos += 2 // so that "/*/" isn't read as a complete comment
	}
	return 1
}

// scanComment reads on in a comment; false if the window ends first.
func (s *Scanner) scanComment(w *Window) bool {
	from := s.pos - w.Base
	i := from
	defer func() { w.Visits.Add(i - from) }()
	for ; i < len(w.Win); i++ {
		switch {
		case s.lex == inLineComment && w.Win[i] == '\n':
			return s.endComment(w.Base + i)
		case s.lex == inBlockComment && w.Win[i] == '/' && w.Win[i-1] == '*' && w.Base+i-s.start >= 3:
			return s.endComment(w.Base + i + 1)
		}
	}
	s.pos = w.Base + i
	s.leads(s.pos - s.start)
	return false
}

func (s *Scanner) endComment(pos int) bool {
	if !s.leads(pos - s.start) {
		return false
	}
	s.leading += pos - s.start
	s.drop(repair.Comment, s.start, pos-s.start)
	s.pos, s.lex, s.spaced = pos, between, true
	return true
}

// leads reports whether n bytes of the current comment are allowed at its place. If
// they aren't, reading ends before the comment, however the text was cut.
func (s *Scanner) leads(n int) bool {
	begun := s.LastValueEnd > 0 || s.keyEnd > 0 && s.expect != expectColon
	if s.MaxLeading == 0 || begun || s.leading+n <= s.MaxLeading {
		return true
	}
	s.pos, s.lex, s.overrun = s.start, between, true
	return false
}

// afterKey reads the colon behind a key that has just ended.
func (s *Scanner) afterKey(w *Window) Token {
	i := s.pos - w.Base
	if i == len(w.Win) || w.Win[i] != ':' {
		if !s.skipSpace(w) {
			return s.more(w)
		}
		i = s.pos - w.Base
	}
	return s.colon(w.Win[i])
}

func (s *Scanner) colon(c byte) Token {
	if c != ':' {
		return s.unexpected("")
	}
	s.took(s.pos+1, expectValue)
	return Token{Kind: Key, Start: s.keyStart, End: s.keyEnd, Escaped: s.keyEscaped}
}
