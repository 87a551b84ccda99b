package conformance_test

import (
	"hash/crc32"
	"strings"
	"testing"
	"time"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/conformance"
)

// Other work on the machine, for a while or all the time, is no fault of the parser; and
// it hides none.
func TestTimeOnABusyMachine(t *testing.T) {
	const run = time.Millisecond
	for name, tc := range map[string]struct {
		twice time.Duration
		busy  func(n int) bool // at the n-th measure; one takes three times as long then
		most  float64
		least float64
	}{
		"nothing else":        {2 * run, func(int) bool { return false }, 2, 2},
		"a burst":             {2 * run, func(n int) bool { return n < 12 }, 2, 2},
		"every other time":    {2 * run, func(n int) bool { return n/5%2 == 1 }, 2, 2},
		"all the time":        {2 * run, func(int) bool { return true }, 2, 2},
		"beside few runs":     {2 * run, func(n int) bool { return n%2 == 1 && n < 20 }, 2, 2},
		"quadratic":           {4 * run, func(int) bool { return false }, 4, 4},
		"quadratic, busy now": {4 * run, func(n int) bool { return n%3 == 0 }, 4, 4},
	} {
		n := 0
		takes := func(d time.Duration) func() time.Duration {
			return func() time.Duration {
				if n++; tc.busy(n - 1) {
					return 3 * d
				}
				return d
			}
		}
		if got := conformance.ForTwice(takes(2*run), takes(tc.twice)); got < tc.least || got > tc.most {
			t.Errorf("%s: %.2f", name, got)
		}
	}
}

// A slowParser reads nothing, and takes four times the time for a piece of twice the length.
type slowParser struct {
	atParser
	sum uint32
}

func (p *slowParser) Parse(piece []byte) {
	for range len(piece) * len(piece) >> 24 {
		p.sum ^= crc32.ChecksumIEEE(piece[:1<<12])
	}
}

// What is slow is told, and what to do if it isn't.
func TestSlowParserIsTold(t *testing.T) {
	f := atFamily()
	f.NewParser = func() parsers.Parser { return new(slowParser) }
	proof := conformance.New(f).Doubled(&conformance.Case{Output: "text"})
	if got := strings.Join(proof.Problems, "\n"); !strings.HasPrefix(got, "whole, twice the text takes ") ||
		!strings.Contains(got, "if the machine does much else, check again, or leave the measure out (--linear=false)") {
		t.Errorf("got %q", got)
	}
}
