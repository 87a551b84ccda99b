package tagged

import (
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// Space skips white space between tags, however it is written. note, if set, is told
// where what isn't written as it should be begins.
func Space(c *place.Around, r *tags.Brackets, at int, note func(at int)) (end int, more bool) {
	for {
		if end, more = c.Space(at); more || !r.LooseSpace {
			return end, more
		}
		n := r.Glyph(c.Rest(end), c.Final)
		if !n.Yes() {
			return end, n == match.More
		}
		if note != nil && !r.Glyph(c.Slice(end-n.Len(), end), true).Yes() {
			note(end)
		}
		at = end + n.Len()
	}
}
