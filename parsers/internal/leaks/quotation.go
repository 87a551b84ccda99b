package leaks

import (
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/fence"
)

// quotation says what a text quotes: fences of code, and inline code. Package fence decides; this reads a text that comes
// in chunks.
// See docs/models/formats, "Fences".
type quotation struct {
	fence   fence.Run // that opened the fence
	code    fence.Run // that opened inline code
	opening bool      // on the fence's opening line
	closing bool      // behind what closes the fence if its line ends here
	held    fence.Run // the fence that a marker directly behind that closes
	run     int       // bytes of the run that is read
	of      byte      // which are these
	starts  bool      // the run is at the start of a line
}

// open reports whether something is quoted.
func (q *quotation) open() bool { return q.fence.Fences() || q.code.Len > 0 }

// see reads a byte of the text, and reports whether it quotes, or is quoted. starts: a run there would be at the
// start of a line. marker: a marker may begin with it.
func (q *quotation) see(b byte, starts, marker bool) bool {
	behind := false // a run that may close a fence
	if q.run > 0 {
		if b == q.of {
			q.run++
			return true
		}
		q.endRun()
		behind = q.closing
	}
	switch {
	case fence.Begins[b]:
		q.closing = false
		q.run, q.of, q.starts = 1, b, starts
		return true
	case b == '\n':
		if q.closing {
			q.fence, q.closing = fence.Run{}, false
		}
		q.code, q.opening = fence.Run{}, false
	case q.closing && behind && marker:
		q.held, q.fence, q.closing = q.fence, fence.Run{}, false
	case q.closing && b != ' ' && b != '\t' && b != '\r':
		q.closing = false
	}
	return q.open()
}

// decided says whether what might be a marker, directly behind what may close a fence, is one.
func (q *quotation) decided(marker bool) {
	if !marker && q.held.Fences() {
		q.fence = q.held
	}
	q.held = fence.Run{}
}

// endRun reads a complete run.
func (q *quotation) endRun() {
	run := fence.Of(q.of, q.run)
	q.run = 0
	switch {
	case q.fence.Fences():
		closes, ends := run.ClosesAt(q.fence, q.starts, q.opening)
		if q.closing = closes && ends; closes && !ends {
			q.fence, q.opening = fence.Run{}, false
		}
	case q.code.Len > 0:
		if run == q.code {
			q.code = fence.Run{}
		}
	case run.Code():
		q.code = run
	case run.Counts(q.starts):
		q.fence, q.opening = run, true
	}
}

// leave says that something that isn't text follows.
func (q *quotation) leave() {
	if q.run > 0 {
		q.endRun()
	}
	if q.closing {
		q.fence, q.closing = fence.Run{}, false
	}
	q.held = fence.Run{}
}

// stops are the bytes at which text must be looked at.
type stops struct {
	in     [256]bool
	behind [256]bool // of in, those that are found by the byte before them
	pairs  *bytetable.Pairs
}

func (s *stops) add(bytes string) {
	for i := range len(bytes) {
		s.in[bytes[i]] = true
	}
}

// index is the index of the first of them in b from index i on, or len(b). It may also be the index before one.
func (s *stops) index(b []byte, i int) int {
	for s.pairs != nil && len(b)-i >= bytetable.Enough {
		if i = s.pairs.Index(b, i); s.in[b[i]] || i+1 < len(b) && s.behind[b[i+1]] {
			return i
		}
		i++
	}
	return bytetable.Index(b, i, &s.in)
}

// newStops are the bytes of runs that may quote, and some others.
func newStops(bytes string) stops {
	s := stops{in: fence.Begins}
	s.add(bytes)
	s.look(new([256]*[256]bool))
	return s
}

// look makes the table of pairs. second are the bytes before which each of them counts; nil: before all.
func (s *stops) look(second *[256]*[256]bool) { s.pairs = bytetable.NewPairs(&s.in, second) }

// runs are those of text that quotes nothing so far, but for what is a sign.
var runs = func() stops {
	s := stops{in: fence.Begins}
	var second [256]*[256]bool
	for c, begins := range fence.Begins {
		if begins {
			second[c] = fence.Second(byte(c))
		}
	}
	s.look(&second)
	return s
}()

// quoted are those of text in inline code, and in a fence: without its opening line, and on that.
var (
	inCode    = newStops("\n")
	inFence   = newStops("")
	inOpening = newStops("\n")
)

// stops are those of the quoted text that follows.
func (q *quotation) stops() *stops {
	switch {
	case q.code.Len > 0:
		return &inCode
	case q.opening:
		return &inOpening
	}
	return &inFence
}
