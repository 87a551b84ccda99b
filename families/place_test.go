package families_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance"
	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/parsers"
)

// placeless begins the messages of malformed calls that are about the complete call: each names what is wrong, or its
// place, itself.
var placeless = []string{
	"repair is disabled, and the call needs ", // at an offset
	"the name isn't declared, and has signs in it",
	"the arguments name the call again",
	"an argument follows the call",
}

// TestMalformedCallsHaveAPlace: the message of a malformed call says which byte contradicts the format, in the cases of
// every family, however the call is written.
func TestMalformedCallsHaveAPlace(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, f := range families.Named() {
		cases, err := conformance.Load(filepath.Join("..", "parsers", f.Name, "testdata"))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			for _, call := range parsers.Parse(f, c.Output, c.Config, c.FinishReason).InvalidToolCalls {
				if call.Reason != parsers.ReasonMalformed || call.Format == "claude/sse" || hasPrefix(call.Message, placeless) {
					continue // the arguments of events are in several places
				}
				seen++
				if call.FailedAt < call.Span.Start || call.FailedAt > len(c.Output) || call.FailedAt == 0 && call.Span.Start > 0 {
					t.Errorf("%s/%s: the call in bytes %d to %d is malformed at byte %d: %s", f.Name, c.Name, call.Span.Start, call.Span.End, call.FailedAt, call.Message)
				}
			}
		}
	}
	if seen < 500 {
		t.Errorf("only %d malformed calls in the cases", seen)
	}
}

func hasPrefix(text string, prefixes []string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(text, prefix) {
			return true
		}
	}
	return false
}
