package tagged

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// failing is what is known of a call that failed: it is read on to its own
// end, or to where something else ends it before.
type failing struct {
	failed  bool
	leaving bool // its own end was found
	end     int  // that is
	extent  place.Extent
}

// failAt reports that a call failed at offset at. Its arguments began at
// inner; 0: they aren't told.
func (f *failing) failAt(c *cursor.Cursor, p place.Place, at, inner int, invalid parsers.Invalid) {
	f.failed = true
	f.extent = p.Failed(at)
	invalid.ArgumentsOpen = inner > 0
	if 0 < inner && inner < at {
		invalid.Arguments = c.Slice(inner, at)
	}
	c.Invalid(at, invalid)
}

// soFar reports what belongs to the failed call up to offset pos; true if it
// ended before.
func (f *failing) soFar(c *cursor.Cursor, p place.Place, pos int) bool {
	end, found := f.extent.Find(pos)
	if found {
		p.Penalize(end)
		return f.ended(c, end)
	}
	c.InvalidText(end)
	return false
}

// leaveAt says where the failed call ends by itself.
func (f *failing) leaveAt(end int) { f.leaving, f.end = true, end }

// leave ends the failed call; false if more bytes must tell where.
func (f *failing) leave(c *cursor.Cursor, p place.Place) bool {
	end, found := f.extent.Find(f.end)
	switch {
	case found:
		p.Penalize(end)
	case end < f.end:
		c.InvalidText(end)
		return false
	default:
		end = f.end
	}
	return f.ended(c, end)
}

func (f *failing) ended(c *cursor.Cursor, end int) bool {
	c.InvalidText(end)
	c.Pos = end
	return true
}
