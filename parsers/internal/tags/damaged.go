package tags

import (
	"bytes"
	"strings"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// slashLead is what most closing tags begin with, a marker apart.
const slashLead = "</"

// bars are what models write for those of a marker in brackets.
var bars = [...]string{"｜", "|", "‖"}

// DamagedClosing matches what is the closing tag of this word, but damaged: with other
// letters behind the word, with other bars or without the marker, with the '/' behind
// that or nowhere.
func (r *Reader) DamagedClosing(b []byte, word string, final bool) match.Answer {
	marker, slashed := strings.CutPrefix(r.Brackets.Close, slashLead)
	if len(b) > 1 && slashed && (marker == "" && b[1] != '/' && b[1] != word[0] || b[1] <= ' ') {
		return match.No // most often
	}
	d := damagedReader{looseReader{Reader: r, b: b[:min(len(b), MaxTag)], final: final || len(b) > MaxTag}}
	slash := true
	if slashed {
		d.text(slashLead[:1])
		slash = d.may(slashLead[1:])
		d.marker(marker)
		d.space()
		slash = d.may(slashLead[1:]) || slash
		d.space()
	} else {
		d.text(r.Brackets.Close)
	}
	d.text(word)
	if slash {
		d.rest()
	} else {
		if r.Suffix != "" {
			d.text(":" + r.Suffix)
		}
		d.may("/")
		d.text(r.Brackets.End)
	}
	if d.failed {
		return d.answer
	}
	return match.Answer(d.n)
}

// MisspeltClosing matches what is the closing tag of this prefix and word but for a slip or
// two: a byte that lacks, is one too many, or is another one.
func (r *Reader) MisspeltClosing(b []byte, prefix, word string, final bool) match.Answer {
	if len(b) > 1 && b[1] != slashLead[1] || !strings.HasPrefix(r.Brackets.Close, slashLead) {
		return match.No // most often
	}
	return r.misspelt(b, r.Brackets.Close, prefix, word, final)
}

// MisspeltOpening tells whether b begins with the opening tag of this prefix and word, which
// bears no attributes, but for such slips, or its end.
func (r *Reader) MisspeltOpening(b []byte, prefix, word string) bool {
	return bytes.HasPrefix(b, []byte(r.Brackets.Open+word)) || r.misspelt(b, r.Brackets.Open, prefix, word, true).Yes()
}

func (r *Reader) misspelt(b []byte, lead, prefix, word string, final bool) match.Answer {
	most := min(maxSlips, len(word)/match.BytesPerSlip)
	if most == 0 {
		return match.No
	}
	end := r.Brackets.End[len(r.Brackets.End)-1]
	length := len(lead) + len(word) + len(r.Brackets.End)
	if prefix != "" {
		length += len(prefix) + len(":")
	}
	n := 1
	defer r.Visits.Passed(0, &n)
	for ; n < length+most; n++ {
		if n >= len(b) {
			return match.End(final)
		}
		got, breaks := b[:n], b[n] == '\n' || b[n] == lead[0]
		if !breaks {
			got = b[:n+1]
		}
		if (breaks || b[n] == end) && len(got) >= length-most && match.Near(r.written(lead, prefix, word), got, most) == len(got) {
			return match.Answer(len(got))
		}
		if breaks {
			return match.No
		}
	}
	return match.No
}

// ShortClosing matches the closing tag of this prefix and word where the end of the word
// lacks, no more than half of it.
func (r *Reader) ShortClosing(b []byte, prefix, word string, final bool) match.Answer {
	if len(b) > 1 && b[1] != slashLead[1] || !strings.HasPrefix(r.Brackets.Close, slashLead) {
		return match.No // most often
	}
	s := looseReader{Reader: r, b: b, final: final}
	s.text(r.Brackets.Close)
	if prefix != "" && !r.Brackets.Suffix {
		s.text(prefix)
		s.text(":")
	}
	s.text(half(word))
	for n := len(half(word)); !s.failed && n < len(word)-1 && s.n < len(b) && b[s.n] == word[n]; n++ {
		s.n++
	}
	s.text(r.Brackets.End)
	if s.failed {
		return s.answer
	}
	return match.Answer(s.n)
}

// OpensShort matches the beginning of an element whose closing tag may look like that.
func (r *Reader) OpensShort(b []byte, word string, final bool) match.Answer {
	s := looseReader{Reader: r, b: b, final: final}
	s.text(r.Brackets.Open)
	s.text(half(word))
	if s.failed {
		return s.answer
	}
	return match.Answer(s.n)
}

func half(word string) string { return word[:(len(word)+1)/2] }

// written is how a tag without attributes is written.
func (r *Reader) written(lead, prefix, word string) string {
	switch {
	case prefix == "":
		return lead + word + r.Brackets.End
	case r.Brackets.Suffix:
		return lead + word + ":" + prefix + r.Brackets.End
	}
	return lead + prefix + ":" + word + r.Brackets.End
}

// maxSlips are as many as a misspelt tag may hold.
const maxSlips = 2

// A damagedReader reads a tag that is damaged.
type damagedReader struct{ looseReader }

// may reads one of the texts, or nothing.
func (d *damagedReader) may(texts ...string) bool {
	if d.failed {
		return false
	}
	a := match.Any(texts, d.b[d.n:], d.final)
	if a == match.More {
		d.fail(a)
	}
	d.n += a.Len()
	return a.Yes()
}

// marker reads the marker, whichever bars are around it, or nothing.
func (d *damagedReader) marker(marker string) {
	if marker == "" {
		return
	}
	for d.may(bars[:]...) {
	}
	d.may(strings.Trim(marker, "｜|‖"))
	for d.may(bars[:]...) {
	}
}

// leadEnds are what stands around a marker, and behind a prefix.
const leadEnds = "｜|‖:"

// lead reads the marker or the prefix, in a tag that has its bracket with slips in it, or
// nothing. It tells whether one stands there.
func (d *damagedReader) lead(text string, bracket bool) bool {
	trimmed := strings.Trim(text, leadEnds)
	if trimmed == "" {
		return false
	}
	for d.may(bars[:]...) {
	}
	n := d.n
	if !d.may(trimmed) && bracket && !d.failed {
		rest := d.b[d.n:]
		end, most := d.Visits.IndexAny(rest, leadEnds), min(maxSlips, (len(trimmed)+1)/match.BytesPerSlip)
		switch {
		case end < 0 && len(rest) < len(trimmed)+most+len(bars[0]):
			d.fail(match.End(d.final))
		case end > 0 && match.Near(trimmed, rest[:end], most) == end:
			d.n += end
		}
	}
	stands := d.n > n
	for d.may(":", bars[0], bars[1], bars[2]) {
	}
	return stands
}

// rest reads up to the tag's end, white space or another tag.
func (d *damagedReader) rest() {
	defer d.Visits.Passed(d.n, &d.n)
	for !d.failed {
		switch {
		case d.n == len(d.b) && !d.final:
			d.fail(match.More)
		case d.n == len(d.b) || match.IsSpace(d.b[d.n]) || d.b[d.n] == '<':
			return
		case d.b[d.n] == '>':
			d.n++
			return
		}
		d.n++
	}
}

// DamagedOpening matches the beginning of what is a parameter's opening tag, but damaged, up
// to behind its word: with slips in that, or with others around the name. due tells whether
// a parameter of that name may stand here.
func (r *Reader) DamagedOpening(b []byte, prefix string, due func(name []byte) bool, final bool) match.Answer {
	t := &r.Parameter
	marker, led := strings.CutPrefix(r.Brackets.Open, slashLead[:1])
	if t.Word == "" || t.Key != "" || t.Name == grammar.NameBehind || !led {
		return match.No
	}
	d := damagedReader{looseReader{Reader: r, b: b[:min(len(b), MaxTag)], final: final || len(b) > MaxTag}}
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
	n, most := r.Visits.IndexAny(word, wordEnds), min(maxSlips, len(text)/match.BytesPerSlip)
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
	sound := bytes.HasPrefix(b, []byte(strings.TrimSuffix(r.written(r.Brackets.Open, prefix, text), r.Brackets.End)))
	if !d.names(t.Name, sound && n == len(text), led, due) {
		return d.answer
	}
	return match.Answer(d.n)
}

// wordEnds are bytes that may stand behind the word of a damaged tag.
const wordEnds = " \t\r\n=\"'>-_.:<"

// names tells whether what follows the word, up to the tag's end, names a parameter. sound:
// the tag begins as it should; led: with its bracket.
func (d *damagedReader) names(attribute string, sound, led bool, due func(name []byte) bool) bool {
	rest := d.b[d.n:]
	n := d.Visits.IndexAny(rest, "<>\n")
	if n < 0 && !d.final {
		d.answer = match.More
		return false
	}
	ended := match.No
	if n >= 0 {
		if ended = match.Text(d.Brackets.End, rest[n:], d.final); ended == match.More {
			d.answer = ended
			return false
		}
		rest = rest[:n]
	}
	if d.answer = match.No; !ended.Yes() && !led {
		return false
	}
	assigned := len(rest) > 0 && rest[0] == '='
	rest = d.Visits.TrimLeft(rest, " \t\r-_.:")
	if attribute == grammar.NameAssigned {
		attribute = attributeName
	}
	rest, named := bytes.CutPrefix(rest, []byte(attribute))
	equals := bytes.HasPrefix(d.Visits.TrimLeft(rest, " \t"), []byte("="))
	name := d.Visits.TrimLeft(rest, " \t=\"'")
	if i := d.Visits.IndexAny(name, " \t\r=\"'"); i >= 0 {
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
