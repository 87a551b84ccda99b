package claude

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/engine"
)

// failing is what is known of a call that failed: it is read on to its own
// end, or to where something else ends it before.
type failing struct {
	failed  bool
	leaving bool // its own end was found
	end     int  // that is
	extent  engine.Extent
}

// failAt reports that a call failed at offset at. Its arguments began at inner.
func (f *failing) failAt(e *engine.Engine, at, inner int, invalid parsers.Invalid) {
	f.failed = true
	f.extent = e.ExtentFrom(at)
	invalid.ArgumentsOpen = true
	if inner < at {
		invalid.Arguments = e.Slice(inner, at)
	}
	e.Invalid(at, invalid)
}

// step reads on until the window ends or the call is left behind; pos is how
// far read has got.
func (f *failing) step(e *engine.Engine, pos *int, read func(*engine.Engine) (more, done bool)) bool {
	for !f.leaving {
		more, done := read(e)
		switch {
		case done:
			return true
		case more:
			return f.failed && f.soFar(e, *pos)
		}
	}
	return f.leave(e)
}

// soFar reports what belongs to the failed call up to offset pos; true if it
// ended before.
func (f *failing) soFar(e *engine.Engine, pos int) bool {
	end, found := f.extent.Find(e, pos)
	if found {
		e.Penalize(end)
		return f.ended(e, end)
	}
	e.InvalidText(end)
	return false
}

// leaveAt says where the failed call ends by itself.
func (f *failing) leaveAt(end int) { f.leaving, f.end = true, end }

// leave ends the failed call; false if more bytes must tell where.
func (f *failing) leave(e *engine.Engine) bool {
	end, found := f.extent.Find(e, f.end)
	switch {
	case found:
		e.Penalize(end)
	case end < f.end:
		e.InvalidText(end)
		return false
	default:
		end = f.end
	}
	return f.ended(e, end)
}

func (f *failing) ended(e *engine.Engine, end int) bool {
	e.InvalidText(end)
	e.Seek(end)
	return true
}
