package parsers

import (
	"flag"
	"strings"
	"testing"
	"time"
)

var linear = flag.Bool("linear", false, "check that the time the collector takes is linear in the output")

// Outputs that leave much undecided for long. As it takes time, and other work
// on the machine disturbs it, this runs with -linear only.
func TestLinear(t *testing.T) {
	if !*linear {
		t.Skip("without -linear")
	}
	for _, unit := range []string{
		"[", "[x", "[]", "[x]", "(", "()", "^", "^ ", "^x", "~", "[^", "[^)", "(^)", "[;", "{f|1}[", "{f|1}[^", "{f|1}],", "{f//p|1}^[{g|!}", "{g|!}[", "{f//p|1}[x{g|!}",
		"{f//M|1}{f//m|1}", "{f/x/|1&1}", " ", "a ", "\u3000", "{f|1} ", "@ ", "{f|!", "+", "{f|1&", "{f|1&2", "$",
		"<x>", "<", "<x{f|!}", "<{f//p|1}>", "TO", "TOK", "€", "STAYTO", "x{f|!}", "`+'",
	} {
		for _, o := range []Options{{}, {DisableRepair: true}, {SeparateReasoning: true, ContentPolicy: ContentClean}} {
			ratio := 10.0
			for range 5 {
				n := 1 << 17 / len(unit)
				once := fastest(strings.Repeat(unit, n), Config{Options: o})
				ratio = min(ratio, float64(fastest(strings.Repeat(unit, 2*n), Config{Options: o}))/float64(once))
				if ratio <= 2.2 {
					break
				}
			}
			if ratio > 2.2 {
				t.Errorf("%q, %+v: twice the output takes %.1f times the time", unit, o, ratio)
			}
		}
	}
}

func fastest(output string, cfg Config) time.Duration {
	least := time.Hour
	for range 5 {
		start := time.Now()
		s := NewStream(toyFamily(), cfg)
		for i := 0; i < len(output); i += 4 {
			s.Feed(output[i:min(i+4, len(output))])
		}
		s.Finish(FinishStop)
		least = min(least, time.Since(start))
	}
	return least
}
