package tags

import (
	"bytes"
	"strings"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// glyphs are a space and a newline as byte-level tokenizers write them in their
// vocabularies. Some models write them so, too.
var glyphs = [...]string{"Ġ", "Ċ"}

// Glyph matches one of them.
func (r *Brackets) Glyph(b []byte, final bool) match.Answer {
	if !r.LooseSpace || len(b) == 0 || b[0] != glyphs[0][0] {
		return match.No
	}
	return match.Any(glyphs[:], b, final)
}

// pieces read a tag part by part, up to the first part that isn't there.
type pieces struct {
	tag    *Brackets
	b      []byte
	final  bool
	n      int // read up to here
	failed bool
	answer match.Answer // to the part that isn't there
}

// piecesOf returns the parts of the tag that b may begin with.
func piecesOf(tag *Brackets, b []byte, final bool) pieces {
	return pieces{tag: tag, b: b[:min(len(b), MaxTag)], final: final || len(b) > MaxTag}
}

// read is the answer to all parts that were read.
func (s *pieces) read() match.Answer {
	if s.failed {
		return s.answer
	}
	return match.Answer(s.n)
}

func (s *pieces) fail(a match.Answer) { s.failed, s.answer = true, a }

func (s *pieces) text(text string) {
	if s.failed {
		return
	}
	if a := match.Text(text, s.b[s.n:], s.final); a.Yes() {
		s.n += a.Len()
	} else {
		s.fail(a)
	}
}

func (s *pieces) space() {
	for !s.failed {
		s.n = s.tag.space(s.b, s.n)
		a := s.tag.Glyph(s.b[s.n:], s.final)
		if a == match.More {
			s.fail(a)
		}
		if !a.Yes() {
			return
		}
		s.n += a.Len()
	}
}

// quoted reads a text in quotes. It returns where the text between the quotes begins and ends.
func (s *pieces) quoted() (at, end int) {
	if s.failed {
		return 0, 0
	}
	if s.n == len(s.b) {
		s.fail(match.End(s.final))
		return 0, 0
	}
	q, end, a := s.tag.quoted(s.b[s.n:], s.final)
	if !a.Yes() {
		s.fail(a)
		return 0, 0
	}
	at, end = s.n+q.Width, s.n+end
	s.n += a.Len()
	return at, end
}

// bars are the forms in which models write the bars of a marker in brackets.
var bars = [...]string{"｜", "|", "‖"}

// may reads one of the texts, or nothing.
func (s *pieces) may(texts ...string) bool {
	if s.failed {
		return false
	}
	a := match.Any(texts, s.b[s.n:], s.final)
	if a == match.More {
		s.fail(a)
	}
	s.n += a.Len()
	return a.Yes()
}

// marker reads the marker, whichever bars are around it, or nothing.
func (s *pieces) marker(marker string) {
	if marker == "" {
		return
	}
	for s.may(bars[:]...) {
	}
	s.may(strings.Trim(marker, "｜|‖"))
	for s.may(bars[:]...) {
	}
}

// leadEnds are the characters around a marker, and behind a prefix.
const leadEnds = "｜|‖:"

// lead reads the marker or the prefix, or nothing. In a tag with its bracket, the text may have
// slips. It reports whether the marker or the prefix is there.
func (s *pieces) lead(text string, bracket bool) bool {
	trimmed := strings.Trim(text, leadEnds)
	if trimmed == "" {
		return false
	}
	for s.may(bars[:]...) {
	}
	n := s.n
	if !s.may(trimmed) && bracket && !s.failed {
		rest := s.b[s.n:]
		end, most := s.tag.Visits.IndexAny(rest, leadEnds), min(maxSlips, (len(trimmed)+1)/match.BytesPerSlip)
		switch {
		case end < 0 && len(rest) < len(trimmed)+most+len(bars[0]):
			s.fail(match.End(s.final))
		case end > 0 && match.Near(trimmed, rest[:end], most) == end:
			s.n += end
		}
	}
	stands := s.n > n
	for s.may(":", bars[0], bars[1], bars[2]) {
	}
	return stands
}

// rest reads up to the tag's end, white space or another tag.
func (s *pieces) rest() {
	defer s.tag.Visits.Passed(s.n, &s.n)
	for !s.failed {
		switch {
		case s.n == len(s.b) && !s.final:
			s.fail(match.More)
		case s.n == len(s.b) || match.IsSpace(s.b[s.n]) || s.b[s.n] == '<':
			return
		case s.b[s.n] == '>':
			s.n++
			return
		}
		s.n++
	}
}

// names reports whether the text behind the word, up to the tag's end, names a parameter. sound
// means that the tag begins as it should, led that it begins with its bracket.
func (s *pieces) names(attribute string, sound, led bool, due func(name []byte) bool) bool {
	rest := s.b[s.n:]
	n := s.tag.Visits.IndexAny(rest, "<>\n")
	if n < 0 && !s.final {
		s.answer = match.More
		return false
	}
	ended := match.No
	if n >= 0 {
		if ended = match.Text(s.tag.End, rest[n:], s.final); ended == match.More {
			s.answer = ended
			return false
		}
		rest = rest[:n]
	}
	if s.answer = match.No; !ended.Yes() && !led {
		return false
	}
	assigned := len(rest) > 0 && rest[0] == '='
	rest = s.tag.Visits.TrimLeft(rest, " \t\r-_.:")
	if attribute == grammar.NameAssigned {
		attribute = attributeName
	}
	rest, named := bytes.CutPrefix(rest, []byte(attribute))
	equals := bytes.HasPrefix(s.tag.Visits.TrimLeft(rest, " \t"), []byte("="))
	name := s.tag.Visits.TrimLeft(rest, " \t=\"'")
	if i := s.tag.Visits.IndexAny(name, " \t\r=\"'"); i >= 0 {
		name = name[:i]
	}
	switch {
	case len(name) == 0:
		return false
	case due(name), sound && named && equals:
		return true
	case sound:
		return ended.Yes() && (named || assigned)
	}
	return ended.Yes() && (named || equals)
}
