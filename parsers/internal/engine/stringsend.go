package engine

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
)

// breakAt is the length of the marker at the start of b that no string which
// isn't delimited by '"' can cross; 0 if there is none, -1 if more bytes must tell.
func (e *Engine) breakAt(b []byte, final bool) int {
	m, n := e.markerIn(b, final)
	if n > 0 && !m.stops() {
		return 0
	}
	return n
}

// stops tells whether a failed candidate ends where the marker stands.
func (m *Marker) stops() bool { return m.Begins || m.Ends != EndsNothing }

// endAtMarker ends the failed candidate at the first marker in the string that
// its JSON failed in, or right after; false if there is none. more: one may be.
func (j *jsonCall) endAtMarker(e *Engine) (found, more bool) {
	if j.tag == nil || !j.tag.StringsEnd {
		return false, false
	}
	start, ok := j.s.LastString()
	if !ok {
		return false, false
	}
	// A string that can't cross a marker stands before the one that ended it.
	end := min(j.s.Pos()+1, e.Base+len(e.Win))
	for at := max(start, j.failure.clear); ; at++ {
		n := bytes.IndexByte(e.Slice(at, end), '<')
		if n < 0 {
			return false, false
		}
		at += n
		switch m, n := e.MarkerAt(at); {
		case n < 0:
			j.failure.clear = at
			return false, true
		case n > 0 && m.stops():
			j.failure.end = at
			return true, false
		}
	}
}

// stringEnds tells whether something ends the candidate in the string in which
// the output ended: a marker, or what ends a failed one in a string or not.
func (j *jsonCall) stringEnds(e *Engine) bool {
	j.setFailure(j.s.Pos(), parsers.ReasonMalformed, "a string isn't closed")
	if found, _ := j.endAtMarker(e); found {
		return true
	}
	for at := -1; at != j.stop.pos && !j.stop.found; {
		at = j.stop.pos
		j.stop.window(e)
	}
	if !j.stop.found {
		j.phase, j.failure = scanning, failure{}
	}
	return j.stop.found
}

// withTail is where the failed candidate that ended at end ends, with what
// belongs to it behind its arguments.
func (j *jsonCall) withTail(e *Engine, end int) (int, bool) {
	if j.tag == nil {
		return end, false
	}
	tail, more := j.tag.After(e, end, true)
	return tail.End, more
}
