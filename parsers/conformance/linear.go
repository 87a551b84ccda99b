package conformance

import (
	"strings"
	"time"

	"github.com/toolparser/toolparser/parsers"
)

// CheckLinear checks I10: twice the text takes at most 2.2 times the time. The
// best of several runs counts; a result that is over the limit is taken again.
func (s *Suite) CheckLinear(t Reporter, c *Case) {
	const size, limit, attempts = 256 << 10, 2.2, 5
	in := c.asInput()
	if in.output == "" {
		return
	}
	unit := in.output + "\n"
	for _, way := range []struct {
		name  string
		piece int
	}{{"whole", 4 * size}, {"in pieces of 4 bytes", 4}} {
		var ratio float64
		for range attempts {
			in.output = strings.Repeat(unit, size/len(unit)+1)
			once := s.fastest(in, way.piece)
			in.output += in.output
			if ratio = float64(s.fastest(in, way.piece)) / float64(once); ratio <= limit {
				break
			}
		}
		if ratio > limit {
			t.Errorf("%s, twice the text takes %.1f times the time", way.name, ratio)
		}
	}
}

// fastest is the least time that a parse of the input takes.
func (s *Suite) fastest(in input, piece int) time.Duration {
	least := time.Duration(1<<63 - 1)
	pieces := cutEvery(in.output, piece)
	for range 5 {
		start := time.Now()
		stream := parsers.NewStream(s.family, in.config)
		for _, p := range pieces {
			stream.Feed(p)
		}
		stream.Finish(in.reason)
		least = min(least, time.Since(start))
	}
	return least
}
