package jsonscan

import (
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// skipSpace reads white space and comments; false at the end of the window.
func (s *Scanner) skipSpace(w *Window) bool {
	for {
		from := s.at.pos - w.Base
		i := from
		for i < len(w.Win) && match.IsSpace(w.Win[i]) {
			i++
		}
		if i > from {
			w.Visits.Add(i - from)
			s.at.pos, s.at.spaced = w.Base+i, true
		}
		if i == len(w.Win) {
			return false
		}
		n := 0
		switch c := w.Win[i]; {
		case c >= utf8.RuneSelf:
			n = s.at.wideSpace(w, &s.Notes)
		case c == '/' || c == '#':
			if n = s.at.comment(w, s.Notes.Tolerance); n > 0 && !s.scanComment(w) {
				n = -1
			}
		}
		if n <= 0 {
			return n == 0
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
func (p *place) wideSpace(w *Window, notes *Notes) int {
	n := int(match.WideSpace(w.Win[p.pos-w.Base:], w.Final))
	if n > 0 && !notes.drop(repair.WhiteSpace, p.pos, n) {
		return 0
	}
	if n > 0 {
		p.pos += n
		p.spaced = true
	}
	return n
}

// comment starts a comment. It returns 1 if there is one, 0 if not, -1 if the window ends first.
func (p *place) comment(w *Window, t Tolerance) int {
	if t == Strict {
		return 0
	}
	b := w.Win[p.pos-w.Base:]
	if p.prevString && !p.spaced {
		// Directly behind a quote, it is the rest of a string that the quote cut off, unless it ends near.
		if a := closedComment(b, w.Final); !a.Yes() {
			return min(int(a), 0)
		}
	}
	lex := inLineComment
	if b[0] == '/' {
		if len(b) < 2 {
			if w.Final { // cut off
				p.start, p.lex = p.pos, inLineComment
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
	p.start, p.lex = p.pos, lex
	if lex == inBlockComment {
		p.pos += 2 // so that "/*/" isn't read as a complete comment
	}
	return 1
}

// maxGlued bounds a comment directly behind a string, in bytes.
const maxGlued = 64

// closedComment reports whether b begins with a short comment that ends before a quote and the end of the line.
func closedComment(b []byte, final bool) match.Answer {
	if a := match.Text("/*", b, final); !a.Yes() {
		return a
	}
	for i := len("/*"); i < min(len(b), maxGlued); i++ {
		switch c := b[i]; {
		case c == '/' && b[i-1] == '*' && i > len("/*"):
			return match.Answer(i + 1)
		case c == '"' || c == '\'' || c == '\n':
			return match.No
		}
	}
	if len(b) < maxGlued {
		return match.End(final)
	}
	return match.No
}

// scanComment reads on in a comment; false if the window ends first, or if the comment is too long.
// Then reading ends before the comment, however the text was cut.
func (s *Scanner) scanComment(w *Window) bool {
	from, limit := s.at.pos-w.Base, len(w.Win)
	most, bounded := s.mostComment()
	if bounded { // what is longer isn't read to its end
		limit = min(limit, max(s.at.start-w.Base+most+1, from))
	}
	i := from
	for i < limit && !s.at.endsComment(w, i) {
		i++
	}
	w.Visits.Add(i - from)
	ended := i < limit
	if s.at.pos = w.Base + i; ended && s.at.lex == inBlockComment {
		s.at.pos++
	}
	n := s.at.pos - s.at.start
	if bounded && n > most {
		s.at.pos, s.at.lex, s.at.overrun = s.at.start, between, true
		return false
	}
	if !ended {
		return false
	}
	s.at.leading += n
	s.Notes.drop(repair.Comment, s.at.start, n)
	s.at.lex, s.at.spaced = between, true
	return true
}

// mostComment is how many bytes the comment may have, if that is bounded.
func (s *Scanner) mostComment() (n int, bounded bool) {
	switch g := &s.Corrections; {
	case g.MaxLeading > 0 && s.LastValueEnd == 0 && (s.lastKey.end == 0 || s.at.expect == expectColon):
		return g.MaxLeading - s.at.leading, true
	case g.MaxGap > 0:
		return g.MaxGap - (s.at.start - max(s.at.prevEnd, g.From)), true
	}
	return 0, false
}

// endsComment reports whether the byte at index i of the window ends the comment, or its line does.
func (p *place) endsComment(w *Window, i int) bool {
	if p.lex == inLineComment {
		return w.Win[i] == '\n'
	}
	return w.Win[i] == '/' && w.Win[i-1] == '*' && w.Base+i-p.start >= 3
}
