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
func (r *Brackets) DamagedClosing(b []byte, word string, final bool) match.Answer {
	marker, slashed := strings.CutPrefix(r.Close, slashLead)
	if len(b) > 1 && slashed && (marker == "" && b[1] != '/' && b[1] != word[0] || b[1] <= ' ') {
		return match.No // most often
	}
	d := piecesOf(r, b, final)
	slash := true
	if slashed {
		d.text(slashLead[:1])
		slash = d.may(slashLead[1:])
		d.marker(marker)
		d.space()
		slash = d.may(slashLead[1:]) || slash
		d.space()
	} else {
		d.text(r.Close)
	}
	d.text(word)
	if slash {
		d.rest()
	} else {
		if r.Only != "" {
			d.text(":" + r.Only)
		}
		d.may("/")
		d.text(r.End)
	}
	return d.read()
}

// MisspeltClosing matches the closing tag of this prefix and word, with a slip or
// two: a byte that is missing, added or changed.
func (r *Brackets) MisspeltClosing(b []byte, prefix, word string, final bool) match.Answer {
	if len(b) > 1 && b[1] != slashLead[1] || !strings.HasPrefix(r.Close, slashLead) {
		return match.No // most often
	}
	return r.misspelt(b, r.Close, prefix, word, final)
}

// MisspeltOpening reports whether b begins with the opening tag of this prefix and word, which
// has no attributes. The tag may have such slips, or its end may be missing.
func (r *Brackets) MisspeltOpening(b []byte, prefix, word string) bool {
	return bytes.HasPrefix(b, []byte(r.Open+word)) || r.misspelt(b, r.Open, prefix, word, true).Yes()
}

func (r *Brackets) misspelt(b []byte, lead, prefix, word string, final bool) match.Answer {
	most := min(maxSlips, len(word)/match.BytesPerSlip)
	if most == 0 {
		return match.No
	}
	end := r.End[len(r.End)-1]
	length := len(lead) + len(word) + len(r.End)
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

// ShortClosing matches the closing tag of this prefix and word if the end of the word
// is missing, but no more than half of the word.
func (r *Brackets) ShortClosing(b []byte, prefix, word string, final bool) match.Answer {
	if len(b) > 1 && b[1] != slashLead[1] || !strings.HasPrefix(r.Close, slashLead) {
		return match.No // most often
	}
	s := pieces{tag: r, b: b, final: final}
	s.text(r.Close)
	if prefix != "" && r.Affix != grammar.Suffixed {
		s.text(prefix)
		s.text(":")
	}
	s.text(half(word))
	for n := len(half(word)); !s.failed && n < len(word)-1 && s.n < len(b) && b[s.n] == word[n]; n++ {
		s.n++
	}
	s.text(r.End)
	return s.read()
}

// OpensShort matches the beginning of an element whose closing tag ShortClosing may match.
func (r *Brackets) OpensShort(b []byte, word string, final bool) match.Answer {
	s := pieces{tag: r, b: b, final: final}
	s.text(r.Open)
	s.text(half(word))
	return s.read()
}

func half(word string) string { return word[:(len(word)+1)/2] }

// written is the text of a tag without attributes.
func (r *Brackets) written(lead, prefix, word string) string {
	switch {
	case prefix == "":
		return lead + word + r.End
	case r.Affix == grammar.Suffixed:
		return lead + word + ":" + prefix + r.End
	}
	return lead + prefix + ":" + word + r.End
}

// maxSlips bounds the slips in a misspelled tag.
const maxSlips = 2

// Begins matches the beginning of an opening tag without a prefix, up to and including the '=' of
// the attribute that names.
func (r *Reader) Begins(b []byte, t *grammar.Tag, final bool) match.Answer {
	a := r.Brackets.wordAs(b, r.Brackets.Open, "", t.Word, final)
	if !a.Yes() {
		return a
	}
	n := int(a)
	if t.Name == grammar.NameAssigned {
		return match.Text("=", b[n:], final).Plus(n)
	}
	from := r.Brackets.space(b, n)
	a = match.Text(t.Name, b[from:], final)
	switch {
	case from-n > maxSpace || from == n && from < len(b):
		return match.No
	case !a.Yes():
		return a
	}
	n = from + int(a)
	at := r.Brackets.space(b, n)
	if at-n > maxSpace {
		return match.No
	}
	return match.Text("=", b[at:], final).Plus(at)
}

// DamagedOpening matches the beginning of a parameter's damaged opening tag, up to the end of its
// word. The word has slips, or the damage is around the name. due reports whether
// a parameter of that name may be here.
func (r *Reader) DamagedOpening(b []byte, prefix string, due func(name []byte) bool, final bool) match.Answer {
	t := &r.Parameter
	marker, led := strings.CutPrefix(r.Brackets.Open, slashLead[:1])
	if t.Word == "" || t.Key != "" || t.Name == grammar.NameBehind || !led {
		return match.No
	}
	d := piecesOf(&r.Brackets, b, final)
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
	n, most := r.Brackets.Visits.IndexAny(word, wordEnds), min(maxSlips, len(text)/match.BytesPerSlip)
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
	sound := bytes.HasPrefix(b, []byte(strings.TrimSuffix(r.Brackets.written(r.Brackets.Open, prefix, text), r.Brackets.End)))
	if !d.names(t.Name, sound && n == len(text), led, due) {
		return d.answer
	}
	return match.Answer(d.n)
}

// wordEnds are bytes that may be behind the word of a damaged tag.
const wordEnds = " \t\r\n=\"'>-_.:<"
