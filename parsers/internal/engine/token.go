package engine

import (
	"strings"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// A tokenPart is what a token of calls in sections is.
type tokenPart uint8

const (
	otherPart tokenPart = iota
	idPart
	separatorPart
	endPart
)

// tokenAt is the marker at offset at: a token of such calls, if one stands there.
func (ar *around) tokenAt(at int) (*Marker, match.Answer) {
	return ar.marks.markerLike(at, func(m *Marker) bool { return m.part != otherPart })
}

// tokenMarkers are the markers of a token in all its spellings, the first one
// being how it should be written; of what is marked by another one a marker is missing.
func tokenMarkers(texts []string, pieces []grammar.Spelling, like Marker) []Marker {
	var markers []Marker
	for i, text := range texts {
		m := like
		if m.wrong = i > 0; len(pieces) == 0 {
			markers = append(markers, marked(text, m))
			continue
		}
		m.Text, m.exact, m.First = text, texts[0], text[0]
		starts := pieceStarts(text, pieces)
		m.Match = func(v *visit.Count, b []byte, final bool) match.Answer {
			return matchToken(text, pieces, starts, b, final)
		}
		markers = append(markers, m)
	}
	return markers
}

// pieceStarts are, by the offset in a token, where the piece begins that stands there.
func pieceStarts(text string, pieces []grammar.Spelling) []int {
	starts := make([]int, len(text))
	for at := 0; at < len(text); {
		n := 1
		if p := pieceOf(text[at:], pieces); p != nil && text[at] >= utf8.RuneSelf {
			n = len(p.Written)
		}
		for i := range n {
			starts[at+i] = at
		}
		at += n
	}
	return starts
}

// matchToken matches a token, of which pieces may be spelt otherwise; starts are where
// they begin.
func matchToken(text string, pieces []grammar.Spelling, starts []int, b []byte, final bool) match.Answer {
	n := match.Common(text, b)
	switch { // most often it is written as it should be, or is another one
	case n == len(text):
		return match.Answer(n)
	case n == len(b):
		return match.End(final)
	case text[n] < utf8.RuneSelf && !spelt(text[n], pieces):
		return match.No
	}
	n = starts[n] // up to there it is written as it should be
	text = text[n:]
	for len(text) > 0 {
		written, a := matchPiece(text, pieces, b[n:], final)
		if !a.Yes() {
			return a
		}
		text, n = text[written:], n+int(a)
	}
	return match.Answer(n)
}

// spelt tells whether a piece begins with c.
func spelt(c byte, pieces []grammar.Spelling) bool {
	for i := range pieces {
		if pieces[i].Written[0] == c {
			return true
		}
	}
	return false
}

// matchPiece matches the first piece of text; written is its length in there.
func matchPiece(text string, pieces []grammar.Spelling, b []byte, final bool) (written int, a match.Answer) {
	if len(b) > 0 && b[0] == text[0] && b[0] < 0x80 {
		return 1, 1
	}
	p := pieceOf(text, pieces)
	if p == nil {
		return 1, match.Text(text[:1], b, final)
	}
	if a = match.Text(p.Written, b, final); a == match.No {
		a = match.Any(p.Seen, b, final)
	}
	return len(p.Written), a
}

// pieceOf is the piece that text begins with; nil if none may be spelt otherwise there.
func pieceOf(text string, pieces []grammar.Spelling) *grammar.Spelling {
	for i := range pieces {
		if strings.HasPrefix(text, pieces[i].Written) {
			return &pieces[i]
		}
	}
	return nil
}

// misspelt tells whether the marker, as it stands in b, isn't written as it should be.
func (m *Marker) misspelt(b []byte) bool { return m.wrong || m.exact != "" && string(b) != m.exact }
