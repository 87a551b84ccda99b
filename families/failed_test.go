package families

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
)

// ownEnds are the formats in which the start of a call can't be inside another call: an event
// stream, and a message, which the next message ends.
var ownEnds = []string{"claude/sse", "functionary/recipient"}

// TestCallInFailedOne holds, for every format of every family, that a call inside a failed call
// has a penalty of 0.3 if the failed call had no end of its own, and no penalty if it had one.
func TestCallInFailedOne(t *testing.T) {
	t.Parallel()
	for _, f := range Registry().Families() {
		for i := range f.Formats {
			example, format := f.Formats[i].Example, f.Formats[i].Name
			cfg := parsers.Config{Tools: toolsOf(f, example)}
			alone := last(f, cfg, example)
			key := strings.Index(example, "city")
			if alone < 0 || key < 0 || slices.Contains(ownEnds, format) {
				continue
			}
			t.Run(f.Name+" "+format, func(t *testing.T) {
				t.Parallel()
				cost := min(alone, max(alone-parsers.CostFreeText*tenths, (parsers.ConfidenceFull-parsers.CostFreeText)*tenths))
				for _, between := range []string{" ", "\n"} {
					text := example[:key] + "?!{" + between + example
					if got := last(f, cfg, text); got > cost && failed(f, cfg, text) {
						t.Errorf("%q: confidence %d/10 of a call in one that failed, want %d/10", text, got, cost)
					}
				}
				const arguments = `{"city": "Oslo"}`
				if broken := strings.Replace(example, arguments, "{oops}", 1); broken != example {
					text := broken + "\n" + example
					if got := last(f, cfg, text); got >= 0 && got < min(alone, last(f, cfg, "So.\n"+example)) && failed(f, cfg, text) {
						t.Errorf("%q: confidence %d/10 of a call behind one that failed, want %d/10", text, got, alone)
					}
				}
			})
		}
	}
}

const tenths = 10 // in a confidence of 1

// last is the confidence of the last call in the text, in tenths; -1: there is none.
func last(f *parsers.Family, cfg parsers.Config, text string) int {
	calls := parsers.Parse(f, text, cfg, parsers.FinishStop).ToolCalls
	if len(calls) == 0 {
		return -1
	}
	return int(math.Round(calls[len(calls)-1].Confidence * tenths))
}

// failed reports whether a call in the text failed.
func failed(f *parsers.Family, cfg parsers.Config, text string) bool {
	return len(parsers.Parse(f, text, cfg, parsers.FinishStop).InvalidToolCalls) > 0
}
