package tagged

import (
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// Space skips white space between tags, in any spelling. If note is set, it is called with the
// offset of white space that isn't spelled correctly.
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
