package heads

import "github.com/toolparser/toolparser/parsers/internal/marks"

// tokenMarkers are the markers of a token. The first text is how the token should be
// written. If another one is in its place, the token counts as missing.
func tokenMarkers(texts []string, like marks.Marker, open Opener) []Opening {
	var markers []Opening
	for i, text := range texts {
		m := marks.Written(text, like)
		m.Wrong = i > 0
		markers = append(markers, Opening{m, open})
	}
	return markers
}
