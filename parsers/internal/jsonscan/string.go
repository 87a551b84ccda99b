package jsonscan

import (
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

func (s *Scanner) beginString(w *Window, q Quote, width int, isKey bool) Token {
	s.at.start, s.at.isKey = s.at.pos, isKey
	s.str.begins(q)
	if q != double {
		s.Notes.replace(repair.QuoteStyle, s.at.pos, width, insQuote)
	}
	s.at.pos += width
	s.at.lex, s.at.held = inString, -1
	if len(s.Given.Ends) > 0 {
		s.str.end = s.Given.endOf(s.at.start)
		s.str.raw = s.str.end >= 0 && w.Visits.IndexByte(w.Slice(s.at.pos, s.str.end), '\n') >= 0
	}
	return Token{Kind: StringBegin, Start: s.at.start, End: s.at.pos}
}

// scanString reads on in a string. Most strings are between '"', and have only bytes that
// stand for themselves and JSON's own escapes.
func (s *Scanner) scanString(w *Window) Token {
	if s.str.quote != double || s.str.end >= 0 {
		return s.scanOdd(w)
	}
	from := s.at.pos - w.Base
	i := passPiece(w.Win, from)
	if i < len(w.Win) && w.Win[i] != '"' {
		i = s.str.pass(w.Win, i)
	}
	w.Visits.Add(i - from)
	s.at.pos = w.Base + i
	switch {
	case i == len(w.Win):
		return s.at.more(w)
	case w.Win[i] == '"':
		return s.endString(w, 1)
	}
	return s.scanOdd(w)
}

// scanOdd reads on in a string of any kind.
func (s *Scanner) scanOdd(w *Window) Token {
	end, width := passOdd(s, w)
	s.at.pos = end
	switch {
	case width > 0:
		return s.endString(w, width)
	case width < 0:
		return s.at.more(w)
	case w.Win[end-w.Base] >= ' ' || s.Given.Break.Line != nil:
		return s.at.unexpected("a string isn't closed")
	}
	return s.at.unexpected("control character in a string")
}

// passOdd is [quoted.passOdd], in steps, so that a long string can be interrupted.
func passOdd(s *Scanner, w *Window) (end, width int) {
	end = s.at.pos
	for limit := end; ; {
		from := end
		limit = min(max(limit, from)+visit.Step, w.End())
		step := w.UpTo(limit, w.Final && limit == w.End())
		end, width = s.str.passOdd(&step, from, s.at.isKey, &s.Notes, &s.Given.Break)
		w.Visits.Add(end - from)
		if width >= 0 || limit == w.End() {
			return end, width
		}
	}
}

func (s *Scanner) endString(w *Window, width int) Token {
	at := s.at.pos
	if s.str.quote != double {
		s.Notes.edit(at, width, insQuote)
	}
	start, escaped := s.at.start+s.str.quote.width(), s.str.escaped
	s.Notes.Doubtful = s.Notes.Doubtful || s.str.quote == double && s.str.unknown && s.str.known
	s.str.end = -1
	if s.at.isKey {
		return s.tookKey(w, key{start: start, end: at, escaped: escaped}, at+width, at)
	}
	s.tookValue(at + width)
	s.at.held, s.at.prevString = at, true
	return Token{Kind: String, Start: start, End: at, Escaped: escaped}
}

// Passes reports whether the scanner is inside a string between '"' that ends at its
// next quote.
func (s *Scanner) Passes() bool {
	return s.at.lex == inString && s.str.quote == double && s.str.end < 0
}

// Pass reads on in such a string, to the end of the window. It returns false if it stops before
// that, because not all bytes stand for themselves or are simple escapes, or half of one.
func (s *Scanner) Pass(w *Window) bool {
	b, from := w.Win, s.at.pos-w.Base
	i := passPiece(b, from)
	if i < len(b) && b[i] != '"' {
		i = s.str.pass(b, i)
	}
	w.Visits.Add(i - from)
	s.at.pos = w.Base + i
	return i == len(b) || i+1 == len(b) && b[i] == '\\'
}
