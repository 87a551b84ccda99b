package engine

import "github.com/toolparser/toolparser/parsers/internal/match"

// A tokenPart is what a token of calls in sections is.
type tokenPart uint8

const (
	otherPart tokenPart = iota
	idPart
	separatorPart
	endPart
)

// tokenAt is the marker at offset at: a token of such calls, if one is there.
func (ar *around) tokenAt(at int) (*Marker, match.Answer) {
	return ar.marks.markerLike(at, func(m *Marker) bool { return m.part != otherPart })
}

// tokenMarkers are the markers of a token. The first text is how the token should be
// written. If another one is in its place, the token counts as missing.
func tokenMarkers(texts []string, like Marker) []Marker {
	var markers []Marker
	for i, text := range texts {
		m := marked(text, like)
		m.wrong = i > 0
		markers = append(markers, m)
	}
	return markers
}
