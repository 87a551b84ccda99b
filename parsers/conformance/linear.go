package conformance

import (
	"math"
	"strings"
	"time"

	"github.com/toolparser/toolparser/internal/cputime"
	"github.com/toolparser/toolparser/parsers"
)

// mostForTwice is how many times the time twice the text may take.
const mostForTwice = 2.2

// CheckLinear checks I10: twice the text takes at most 2.2 times the time. The least of
// several runs counts; where that is over the limit there are more of them.
func (s *Suite) CheckLinear(t Reporter, c *Case) {
	const size = 256 << 10
	in := c.asInput()
	if in.output == "" {
		return
	}
	unit := in.output + "\n"
	text := strings.Repeat(unit, size/len(unit)+1)
	for _, way := range []struct {
		name  string
		piece int
	}{{"whole", 4 * size}, {"in pieces of 4 bytes", 4}} {
		once, twice := cutEvery(text, way.piece), cutEvery(text+text, way.piece)
		ratio := forTwice(
			// Two runs, so that other work on the machine has as much time to come in between.
			func() time.Duration { return s.time(in, once) + s.time(in, once) },
			func() time.Duration { return s.time(in, twice) },
		)
		if ratio > mostForTwice {
			t.Errorf("%s, twice the text takes %.1f times the time; "+
				"if the machine does much else, check again, or leave the measure out (--linear=false)", way.name, ratio)
		}
	}
}

// forTwice is how many times the time of a run twice the text takes, by the time of two
// runs and that of twice the text. They take turns, and the least of each counts, so that
// work that comes and goes slows neither or both. One that was lucky once counts for its
// attempt alone: the others wouldn't come up to it.
func forTwice(twoRuns, twice func() time.Duration) (ratio float64) {
	const rounds, attempts, pause = 5, 12, 10 * time.Millisecond
	for attempt := range attempts {
		time.Sleep(time.Duration(attempt) * pause) // whatever slows the machine may pass
		leastRuns, leastTwice := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
		for range rounds {
			leastRuns, leastTwice = min(leastRuns, twoRuns()), min(leastTwice, twice())
		}
		if ratio = 2 * float64(leastTwice) / float64(leastRuns); ratio <= mostForTwice {
			break
		}
	}
	return ratio
}

// time is the processor time that a parse of the pieces takes.
func (s *Suite) time(in input, pieces []string) time.Duration {
	start := cputime.Used()
	stream := parsers.NewStream(s.family, in.config)
	for _, p := range pieces {
		stream.Feed(p)
	}
	stream.Finish(in.reason)
	return cputime.Used() - start
}
