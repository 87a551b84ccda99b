package failure

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// Messages of calls that failed, whatever reads them.
const (
	CutOff  = "unexpected end of output inside a tool call"
	TooDeep = "JSON nests deeper than allowed"
)

// CutString says that a string which begins at start, and whose first marker stands at at,
// goes on to the output's end: if that begins a call, and nothing was closed before, the
// string may quote it.
func CutString(e *place.Around, start, at int) {
	if m, _ := e.Markers.MarkAt(at); m.Begins && !ClosesMore(e, start, at) {
		e.Costs.PenalizeTo(e.Window.End())
	}
}

// ClosesMore reports whether text closes more brackets than it opens: the arguments that it
// was read as a string of were over.
func ClosesMore(e *place.Around, start, end int) bool {
	e.Visits.Add(end - start)
	depth := 0
	for _, c := range e.Slice(start, end) {
		switch c {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
	}
	return depth < 0
}

// Failing is what is known of a call in tags that failed: it is read on to
// its own end, or to where something else ends it before. It is part of the
// call's candidate.
type Failing struct {
	Failed  bool
	leaving bool // its own end was found
	end     int  // that is
	whole   bool // nothing else ends it
	from    int  // where it failed
	limit   int  // up to here it is read before what else may end it is looked for
	asked   int  // up to here it was, at least
	extent  Extent
	hidden  []hidden
}

// hidden is where a value is in the failed call: nothing in there ends the call.
type hidden struct {
	start, end int // end is 0 as long as it isn't known
}

// Hide says that a value of the call begins at offset at.
func (f *Failing) Hide(at int) {
	if n := len(f.hidden); f.Failed && (n == 0 || f.hidden[n-1].end > 0) {
		f.hidden = append(f.hidden, hidden{start: at})
	}
}

// ShowFrom says that the value ends at offset at.
func (f *Failing) ShowFrom(at int) {
	if n := len(f.hidden); n > 0 && f.hidden[n-1].end == 0 {
		f.hidden[n-1].end = at
	}
}

// ReadWhole says that the failed call is well-formed all the same: what begins
// in it is data, and ends nothing.
func (f *Failing) ReadWhole() { f.whole = true }

// find looks for what else ends the failed call, up to offset limit.
func (f *Failing) find(e *place.Around, limit int) (end int, found bool) {
	if f.whole {
		return limit, false
	}
	for len(f.hidden) > 0 && f.hidden[0].start < limit {
		h := f.hidden[0]
		if end, found = f.extent.Find(e, h.start); found || end < h.start {
			return end, found
		}
		if h.end == 0 || h.end > limit {
			return limit, false
		}
		f.extent = Extent{stop: Stop{Pos: h.end}}
		f.hidden = f.hidden[1:]
	}
	return f.extent.Find(e, limit)
}

// FailAt reports that the call failed at offset at. Its arguments began at
// inner; 0: they aren't told.
func (f *Failing) FailAt(e *place.Around, at, inner int, invalid parsers.Invalid) {
	f.Failed, f.from, f.limit, f.asked = true, at, at+Step, at
	f.extent = ExtentFrom(e, at)
	invalid.ArgumentsOpen = inner > 0
	if 0 < inner && inner < at {
		invalid.Arguments = e.Slice(inner, at)
	}
	e.Invalid(at, invalid)
}

// Reads reports whether the call is read as one: it hasn't failed, and its end wasn't found.
func (f *Failing) Reads() bool { return !f.Failed && !f.leaving }

// StepThrough reads on until the window ends or the call is left behind; pos
// is how far read has got. A failed call is read in steps, as if it came in pieces: it
// mustn't be read to the output's end where something else ends it soon.
func (f *Failing) StepThrough(e *place.Around, pos *int, read func() (more, done bool)) bool {
	for !f.leaving {
		var more, done, ahead bool
		if f.Failed {
			more, done, ahead = f.readOn(e, *pos, read)
		} else {
			more, done = read()
		}
		switch {
		case done:
			return true
		case !more && !(f.Failed && *pos >= f.asked+Step):
		case f.Failed && f.soFar(e, *pos):
			return true
		case more && !ahead:
			return false
		}
	}
	return f.leave(e)
}

// readOn reads on from offset pos, where the call has failed; ahead: more of the output is at hand.
func (f *Failing) readOn(e *place.Around, pos int, read func() (more, done bool)) (more, done, ahead bool) {
	if f.limit = max(f.limit, pos+Step); f.limit >= e.Window.End() {
		more, done = read()
		return more, done, false
	}
	whole := e.Window
	e.Window = e.UpTo(f.limit, false)
	more, done = read()
	e.Window = whole
	if more {
		f.limit += f.limit - f.from
	}
	return more, done, true
}

// soFar reports what belongs to the failed call up to offset pos; true if it
// ended before.
func (f *Failing) soFar(e *place.Around, pos int) bool {
	f.asked = pos
	end, found := f.find(e, pos)
	if found {
		e.Costs.Penalize(end)
		return f.ended(e, end)
	}
	e.InvalidText(end)
	return false
}

// LeaveAt says where the failed call ends by itself.
func (f *Failing) LeaveAt(end int) { f.leaving, f.end = true, end }

// leave ends the failed call; false if more bytes must tell where.
func (f *Failing) leave(e *place.Around) bool {
	end, found := f.find(e, f.end)
	switch {
	case found:
		e.Costs.Penalize(end)
	case end < f.end:
		e.InvalidText(end)
		return false
	default:
		end = f.end
	}
	return f.ended(e, end)
}

func (f *Failing) ended(e *place.Around, end int) bool {
	e.InvalidText(end)
	e.Seek(end)
	return true
}
