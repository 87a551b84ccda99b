package conformance

import (
	"strings"

	"github.com/toolparser/toolparser/parsers"
)

const (
	// mostVisits is how often a parse may look at each byte, on average.
	mostVisits = 32
	// mostForTwice is how many times as many bytes twice the text may make it look at.
	mostForTwice = 2.1
	// leastLinear is the length of a text that is compared with twice the text, and leastUnits
	// how often it repeats the output at least. As what looks ahead is bounded, a longer text
	// may tell more, up to mostLinear.
	leastLinear, leastUnits = 4 << 10, 16
	mostLinear              = 64 << 10
)

// CheckLinear checks I10 on the case's output, repeated: for twice the text a parse looks at
// no more than 2.1 times as many bytes, and on average at each no more than 32 times.
func (s *Suite) CheckLinear(t Reporter, c *Case) {
	in := c.asInput()
	if in.output == "" {
		return
	}
	unit := in.output + "\n"
	for _, way := range []struct {
		name  string
		piece int
	}{{"whole", 0}, {"in pieces of 4 bytes", 4}} {
		for n := max(leastLinear, leastUnits*len(unit)); ; n *= 2 {
			text := strings.Repeat(unit, (n+len(unit)-1)/len(unit))
			once, twice := s.visits(in, text, way.piece), s.visits(in, text+text, way.piece)
			each, ratio := float64(twice)/float64(2*len(text)), float64(twice)/float64(once)
			if each <= mostVisits && ratio <= mostForTwice {
				break
			}
			if n >= mostLinear {
				t.Errorf("%s, repeated to %d KiB, the parse looks at each byte %.1f times, want %d at most, and at %.2f times as many bytes as for half the text, want %.1f at most",
					way.name, len(text)>>9, each, mostVisits, ratio, mostForTwice)
				break
			}
		}
	}
}

// visits is how many bytes a parse of the text looks at, whole if piece is 0, else in chunks
// of that many bytes.
func (s *Suite) visits(in input, text string, piece int) int {
	var work parsers.Work
	in.config.Work = &work
	if piece == 0 {
		parsers.Parse(s.family, text, in.config, in.reason)
		return work.Visits()
	}
	stream := parsers.NewStream(s.family, in.config)
	for _, p := range cutEvery(text, piece) {
		stream.Feed(p)
	}
	stream.Finish(in.reason)
	return work.Visits()
}
