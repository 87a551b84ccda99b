package parsers

import (
	"strings"
	"testing"
)

// Outputs that leave much undecided for long.
func TestLinear(t *testing.T) {
	for _, unit := range []string{
		"[", "[x", "[]", "[x]", "(", "()", "^", "^ ", "^x", "~", "[^", "[^)", "(^)", "[;", "{f|1}[", "{f|1}[^", "{f|1}],", "{f//p|1}^[{g|!}", "{g|!}[", "{f//p|1}[x{g|!}",
		"{f//M|1}{f//m|1}", "{f/x/|1&1}", " ", "a ", "\u3000", "{f|1} ", "@ ", "{f|!", "+", "{f|1&", "{f|1&2", "$",
		"<x>", "<", "<x{f|!}", "<{f//p|1}>", "TO", "TOK", "€", "STAYTO", "x{f|!}", "`+'",
	} {
		for _, o := range []Options{{}, {DisableRepair: true}, {SeparateReasoning: true, ContentPolicy: ContentClean}} {
			n := 1 << 13 / len(unit)
			once, twice := visits(strings.Repeat(unit, n), o), visits(strings.Repeat(unit, 2*n), o)
			if float64(twice) > 2.1*float64(once) || twice > 32*2*n*len(unit) {
				t.Errorf("%q, %+v: of %d bytes %d are looked at, of twice as many %d", unit, o, n*len(unit), once, twice)
			}
		}
	}
}

// visits is how many bytes are looked at of an output that comes in chunks. It may have any number of calls: those
// over the limit would be content in the longer one of two outputs, and not in the other one.
func visits(output string, o Options) int {
	var work Work
	s := NewStream(toyFamily(), Config{Options: o, Work: &work, Limits: Limits{ToolCalls: 1 << 20}})
	for i := 0; i < len(output); i += 4 {
		s.Feed(output[i:min(i+4, len(output))])
	}
	s.Finish(FinishStop)
	return work.Visits()
}
