package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/fence"
)

// stops are the bytes that may mean something in one kind of text, and how they are
// looked for in long text.
type stops struct {
	in      [256]bool
	seconds *[256]*[256]bool // what may be behind them; nil: anything
	pairs   *bytetable.Pairs // nil: there are none
	tells   parsers.Tells    // what a parser must see in such text
	lazy    bool             // of plain text: in the pairs, the byte of inline code counts before another one only
	few     few
}

// look sets what may be behind the bytes, and with that how they are looked for.
func (s *stops) look(seconds *[256]*[256]bool) {
	s.seconds, s.tells = seconds, tellsOf(&s.in, seconds)
	s.pairs = bytetable.NewPairs(&s.in, seconds)
}

// passCode has single bytes of inline code passed over, if the pairs can do that.
func (s *stops) passCode() {
	seconds := *s.seconds
	seconds[fence.Code] = &fence.Begins
	if pairs := bytetable.NewPairs(&s.in, &seconds); pairs != nil {
		s.pairs, s.lazy = pairs, true
	}
}

// few are the bytes that may mean something, if there are few of them.
type few struct {
	bytes   []byte
	closers int // the last ones are closing brackets, which mean something behind opening ones only
}

// fits reports whether a byte that may mean something does so before the next one.
func (s *stops) fits(c, next byte) bool {
	seconds := s.seconds[c]
	return seconds == nil || seconds[next]
}

// index is the index of the next such byte in b from index i on, or len(b).
func (s *stops) index(b []byte, i int) int {
	for s.pairs != nil && len(b)-i >= bytetable.Enough {
		if i = s.pairs.Index(b, i); s.in[b[i]] && (i+1 == len(b) || s.fits(b[i], b[i+1])) {
			return i
		}
		i++
	}
	return s.tells.Index(b, i)
}

func tellsOf(first *[256]bool, second *[256]*[256]bool) parsers.Tells {
	return parsers.Tells{First: first, Second: second}
}
