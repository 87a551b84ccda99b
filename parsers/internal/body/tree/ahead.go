package tree

import (
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// ahead looks for what ends a value without its first delimiter.
type ahead struct {
	given *given
	word  word
}

// A word is what is known of what stands ahead of values without a delimiter: all of them
// share it, and so do the calls of one output, lest each that fails looks again.
type word struct {
	from   int  // from here on: where it was asked for last
	scan   int  // up to here there is no token
	found  bool // one is there
	mark   mark
	asked  bool // for
	before byte // the last byte before that, white space apart
	ends   int  // up to here nothing stands that may end a value
}

// forget forgets the output.
func (h *ahead) forget() { h.word = word{} }

// endsWord reports whether what stands at offset at ends a literal before it.
func (h *ahead) endsWord(e *place.Around, at int) (yes, more bool) {
	rest := e.Rest(at)
	switch {
	case len(rest) == 0 || strings.IndexByte(",}])", rest[0]) >= 0:
		return true, false
	case !e.Firsts[rest[0]]:
		return false, false
	}
	m, more := h.given.markAt(e, at, rest)
	return m > delimiterMark, more
}

// nextEnd is how far behind offset at stands what may end the value there, before the next
// token; -1: nothing does.
func (h *ahead) nextEnd(e *place.Around, at int) int {
	w := &h.word
	w.ends = max(w.ends, at)
	n := e.Visits.IndexAny(e.Slice(w.ends, w.scan), ",}])")
	if n < 0 {
		w.ends = w.scan
		return -1
	}
	w.ends += n
	return w.ends - at
}

// lookAhead looks, from offset at on, for the next token that means something
// in a call; true if more bytes must tell.
func (h *ahead) lookAhead(e *place.Around, at int) (more bool) {
	w := &h.word
	if at < w.from || w.scan < at {
		*w = word{scan: at}
	}
	w.from = at
	for !w.found {
		rest := e.Rest(w.scan)
		n := bytetable.Index(rest, 0, e.Firsts)
		e.Visits.Add(n)
		if w.scan += n; n == len(rest) {
			return !e.Final
		}
		m, more := h.given.markAt(e, w.scan, e.Rest(w.scan))
		if more {
			return true
		}
		if w.found, w.mark = m != noMark, m; !w.found {
			w.scan++
		}
	}
	return false
}

// endsValue reports whether the delimiter at offset end ends the value at offset
// at: it doesn't if it begins one.
func (h *ahead) endsValue(e *place.Around, at, end int) (yes, more bool) {
	w := &h.word
	if !w.asked {
		before := match.TrimSpaceRight(e.Slice(at, end))
		e.Visits.Add(end - at - len(before))
		w.asked, w.before = true, before[len(before)-1]
	}
	if strings.IndexByte(":,[{=", w.before) >= 0 {
		return false, false
	}
	behind, more := e.Space(end + len(h.given.g.Delimiter))
	if more {
		return false, true
	}
	rest := e.Rest(behind)
	return len(rest) > 0 && strings.IndexByte(",}])", rest[0]) >= 0, false
}
