package tags

import (
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/match"
)

// bars are what models write for those of a marker in brackets.
var bars = [...]string{"｜", "|", "‖"}

// DamagedClosing matches what is the closing tag of this word, but damaged: with other
// letters behind the word, with other bars or without the marker, with the '/' behind
// that or nowhere.
func (r *Reader) DamagedClosing(b []byte, word string, final bool) match.Answer {
	const lead = "</"
	marker, slashed := strings.CutPrefix(r.Brackets.Close, lead)
	if len(b) > 1 && slashed && (marker == "" && b[1] != '/' && b[1] != word[0] || b[1] <= ' ') {
		return match.No // most often
	}
	d := damagedReader{looseReader{Reader: r, b: b[:min(len(b), MaxTag)], final: final || len(b) > MaxTag}}
	slash := true
	if slashed {
		d.text(lead[:1])
		slash = d.may(lead[1:])
		d.marker(marker)
		d.space()
		slash = d.may(lead[1:]) || slash
		d.space()
	} else {
		d.text(r.Brackets.Close)
	}
	d.text(word)
	if slash {
		d.rest()
	} else {
		d.may("/")
		d.text(r.Brackets.End)
	}
	if d.failed {
		return d.answer
	}
	return match.Answer(d.n)
}

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

// rest reads up to the tag's end, white space or another tag.
func (d *damagedReader) rest() {
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
