package tags

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// glyphs are how byte-level tokenizers write a space and a newline in their
// vocabularies, and models where they took those for text.
var glyphs = [...]string{"Ġ", "Ċ"}

// Glyph matches one of them.
func (r *Reader) Glyph(b []byte, final bool) match.Answer {
	if !r.LooseSpace || len(b) == 0 || b[0] != glyphs[0][0] {
		return match.No
	}
	return match.Any(glyphs[:], b, final)
}

// loose matches a whole opening tag with one attribute, the one that names, in which
// white space lacks or is written otherwise.
func (r *Reader) loose(o *Opened, b []byte, t *grammar.Tag, final bool) match.Answer {
	rest := b[:min(len(b), MaxTag)]
	s := looseReader{Reader: r, b: rest, final: final || len(b) > MaxTag}
	s.text(r.Brackets.Open + t.Word)
	s.space()
	s.text(t.Name)
	s.space()
	s.text("=")
	s.space()
	at, end := s.quoted()
	s.space()
	s.text(r.Brackets.End)
	if s.failed {
		return s.answer
	}
	// The name is part of rest and not of s.b, so that r may stay on the caller's stack.
	o.Name, o.NameAt, o.NameLen, o.Named, o.Loose = rest[at:end], at, end-at, true, true
	o.unquote(t == &r.Parameter)
	return match.Answer(s.n)
}

// A looseReader reads a tag piece by piece, up to the first one that isn't there.
type looseReader struct {
	*Reader
	b      []byte
	final  bool
	n      int // read up to here
	failed bool
	answer match.Answer // why
}

func (s *looseReader) fail(a match.Answer) { s.failed, s.answer = true, a }

func (s *looseReader) text(text string) {
	if s.failed {
		return
	}
	if a := match.Text(text, s.b[s.n:], s.final); a.Yes() {
		s.n += a.Len()
	} else {
		s.fail(a)
	}
}

func (s *looseReader) space() {
	for !s.failed {
		s.n = s.Reader.space(s.b, s.n)
		a := s.Glyph(s.b[s.n:], s.final)
		if a == match.More {
			s.fail(a)
		}
		if !a.Yes() {
			return
		}
		s.n += a.Len()
	}
}

// quoted is from where to where the text goes that quotes are around.
func (s *looseReader) quoted() (at, end int) {
	if s.failed {
		return 0, 0
	}
	if s.n == len(s.b) {
		s.fail(match.End(s.final))
		return 0, 0
	}
	q, end, a := s.Reader.quoted(s.b[s.n:], s.final)
	if !a.Yes() {
		s.fail(a)
		return 0, 0
	}
	at, end = s.n+q.Width, s.n+end
	s.n += a.Len()
	return at, end
}
