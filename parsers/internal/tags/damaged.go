package tags

import (
	"bytes"
	"strings"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// slashLead is the beginning of most closing tags, without a marker.
const slashLead = "</"

// DamagedClosing matches the closing tag of this word if it is damaged: other letters are
// behind the word, the bars are others or the marker is missing, or the '/' is behind the
// marker or missing.
func (br *Brackets) DamagedClosing(b []byte, word string, final bool) match.Answer {
	marker, slashed := strings.CutPrefix(br.Close, slashLead)
	if len(b) > 1 && slashed && (marker == "" && b[1] != '/' && b[1] != word[0] || b[1] <= ' ') {
		return match.No // most often
	}
	d := piecesOf(br, b, final)
	slash := true
	if slashed {
		d.text(slashLead[:1])
		slash = d.may(slashLead[1:])
		d.marker(marker)
		d.space()
		slash = d.may(slashLead[1:]) || slash
		d.space()
	} else {
		d.text(br.Close)
	}
	d.text(word)
	if slash {
		d.rest()
	} else {
		if br.Only != "" {
			d.text(":" + br.Only)
		}
		d.may("/")
		d.text(br.End)
	}
	return d.read()
}

// MisspeltClosing matches the closing tag of this prefix and word, with a slip or
// two: a byte that is missing, added or changed.
func (br *Brackets) MisspeltClosing(b []byte, prefix, word string, final bool) match.Answer {
	if len(b) > 1 && b[1] != slashLead[1] || !strings.HasPrefix(br.Close, slashLead) {
		return match.No // most often
	}
	return br.misspelt(b, br.Close, prefix, word, final)
}

func (br *Brackets) misspelt(b []byte, lead, prefix, word string, final bool) match.Answer {
	most := min(maxSlips, len(word)/match.BytesPerSlip)
	if most == 0 {
		return match.No
	}
	end := br.End[len(br.End)-1]
	length := len(lead) + len(word) + len(br.End)
	if prefix != "" {
		length += len(prefix) + len(":")
	}
	n := 1
	defer br.Visits.Passed(0, &n)
	for ; n < length+most; n++ {
		if n >= len(b) {
			return match.End(final)
		}
		got, breaks := b[:n], b[n] == '\n' || b[n] == lead[0]
		if !breaks {
			got = b[:n+1]
		}
		if (breaks || b[n] == end) && len(got) >= length-most && near(br.written(lead, prefix, word), got, most) {
			return match.Answer(len(got))
		}
		if breaks {
			return match.No
		}
	}
	return match.No
}

// near reports whether b is the tag, in any case, with at most so many slips.
func near(tag string, b []byte, most int) bool {
	if match.Near(tag, b, most) == len(b) {
		return true
	}
	var room, other [maxFolded]byte
	return match.Near(string(folded(room[:0], []byte(tag))), folded(other[:0], b), most) == len(b)
}

// maxFolded is the usual maximum length of a tag whose case is ignored, in bytes.
const maxFolded = 64

// folded appends b in lower case.
func folded(to, b []byte) []byte {
	for _, c := range b {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		to = append(to, c)
	}
	return to
}

// ShortClosing matches the closing tag of this prefix and word if the end of the word
// is missing, but no more than half of the word. If the end of the tag is missing, too, white space or another tag must
// follow, and more of the word may be missing.
func (br *Brackets) ShortClosing(b []byte, prefix, word string, final bool) match.Answer {
	if len(b) > 1 && b[1] != slashLead[1] || !strings.HasPrefix(br.Close, slashLead) {
		return match.No // most often
	}
	s := pieces{tag: br, b: b, final: final}
	s.text(br.Close)
	if prefix != "" && br.Affix != grammar.Suffixed {
		s.text(prefix)
		s.text(":")
	}
	if s.failed {
		return s.answer
	}
	n := 0
	for n < len(word) && s.n < len(b) && b[s.n] == word[n] {
		s.n++
		n++
	}
	if cut := s.cut(); n > 0 && cut != match.No {
		return cut
	}
	if n < len(half(word)) || n == len(word) {
		s.failed, s.answer = true, match.No
	}
	s.text(br.End)
	return s.read()
}

// cut matches the parts that were read, if the tag ends there with white space, another tag or the output.
func (s *pieces) cut() match.Answer {
	switch {
	case s.n == len(s.b) && !s.final:
		return match.More
	case s.n == len(s.b) || match.IsSpace(s.b[s.n]) || s.b[s.n] == s.tag.Open[0]:
		return match.Answer(s.n)
	}
	return match.No
}

// OpensShort matches the beginning of an element whose closing tag ShortClosing may match.
func (br *Brackets) OpensShort(b []byte, word string, final bool) match.Answer {
	s := pieces{tag: br, b: b, final: final}
	s.text(br.Open)
	s.text(half(word))
	return s.read()
}

func half(word string) string { return word[:(len(word)+1)/2] }

// written is the text of a tag without attributes.
func (br *Brackets) written(lead, prefix, word string) string {
	switch {
	case prefix == "":
		return lead + word + br.End
	case br.Affix == grammar.Suffixed:
		return lead + word + ":" + prefix + br.End
	}
	return lead + prefix + ":" + word + br.End
}

// maxSlips bounds the slips in a misspelled tag.
const maxSlips = 2

// Begins matches the beginning of an opening tag without a prefix, up to and including the '=' of
// the attribute that names.
func (rd *Reader) Begins(b []byte, t *grammar.Tag, final bool) match.Answer {
	a := rd.Brackets.wordAs(b, rd.Brackets.Open, "", t.Word, final)
	if !a.Yes() {
		return a
	}
	n := int(a)
	if t.Name == grammar.NameAssigned {
		return match.Text("=", b[n:], final).Plus(n)
	}
	from := rd.Brackets.space(b, n)
	a = match.Text(t.Name, b[from:], final)
	switch {
	case from-n > maxSpace || from == n && from < len(b):
		return match.No
	case !a.Yes():
		return a
	}
	n = from + int(a)
	at := rd.Brackets.space(b, n)
	if at-n > maxSpace {
		return match.No
	}
	return match.Text("=", b[at:], final).Plus(at)
}

// DamagedOpening matches the beginning of a parameter's damaged opening tag, up to the end of its
// word. The word has slips, or the damage is around the name. due reports whether
// a parameter of that name may be here.
func (rd *Reader) DamagedOpening(b []byte, prefix string, due func(name []byte) bool, final bool) match.Answer {
	t := &rd.Parameter
	marker, led := strings.CutPrefix(rd.Brackets.Open, slashLead[:1])
	if t.Word == "" || t.Key != "" || t.Name == grammar.NameBehind || !led {
		return match.No
	}
	d := piecesOf(&rd.Brackets, b, final)
	led = d.may(slashLead[:1])
	for d.may(slashLead[:1], slashLead[1:]) {
	}
	d.space()
	text := t.Word
	if i := strings.LastIndexByte(text, ':'); i >= 0 {
		prefix, text = text[:i], text[i+1:]
	}
	marked := d.lead(marker, led)
	marked = d.lead(prefix, led) || marked
	if d.failed {
		return d.answer
	}
	word := d.b[d.n:]
	n, most := rd.Brackets.Visits.IndexAny(word, wordEnds), min(maxSlips, len(text)/match.BytesPerSlip)
	joined := bytes.HasPrefix(word, []byte(text)) // the name, perhaps
	switch {
	case len(word) > 0 && word[0] != text[0] && !(marked && led):
		return match.No
	case n < 0 && (joined || len(word) <= len(text)+2*most): // those that are near, and as many behind them
		return match.End(d.final)
	case joined && n > len(text) && due(word[len(text):n]):
		return match.Answer(d.n + n)
	}
	if joined && n > len(text) && bytes.HasPrefix(word[len(text):], []byte(t.Name+"=")) {
		n = len(text)
	}
	if near := match.Near(text, word[:max(n, 0)], most); near == 0 || n-near > most {
		return match.No
	}
	d.n += n
	sound := bytes.HasPrefix(b, []byte(strings.TrimSuffix(rd.Brackets.written(rd.Brackets.Open, prefix, text), rd.Brackets.End)))
	if !d.names(t.Name, sound && n == len(text), led, due) {
		return d.answer
	}
	return match.Answer(d.n)
}

// wordEnds are bytes that may be behind the word of a damaged tag.
const wordEnds = " \t\r\n=\"'>-_.:<"

// glyphs are a space and a newline as byte-level tokenizers write them in their
// vocabularies. Some models write them so, too.
var glyphs = [...]string{"Ġ", "Ċ"}

// Glyph matches one of them.
func (br *Brackets) Glyph(b []byte, final bool) match.Answer {
	if !br.LooseSpace || len(b) == 0 || b[0] != glyphs[0][0] {
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
