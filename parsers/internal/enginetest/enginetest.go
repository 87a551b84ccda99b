// Package enginetest describes in one line what a family makes of an output. It is for the tests of rooms.
// Their tables have a line per rule.
package enginetest

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
)

// A Case is an output and what it means: the calls with their repairs, then the invalid calls with their reasons,
// separated by "; ", then the content behind " | ", if there is any.
type Case [2]string

// Check parses each output complete, and in chunks of 1 and 3 bytes, and compares what it means.
func Check(t *testing.T, f *parsers.Family, tools *parsers.Tools, cases []Case) {
	t.Helper()
	cfg := parsers.Config{Tools: tools}
	for _, c := range cases {
		output, want := c[0], c[1]
		if got := meaning(parsers.Parse(f, output, cfg, parsers.FinishStop)); got != want {
			t.Errorf("%q:\n got %s\nwant %s", output, got, want)
			continue
		}
		for _, size := range []int{1, 3} {
			s := parsers.NewStream(f, cfg)
			for rest := output; rest != ""; rest = rest[min(size, len(rest)):] {
				s.Feed(rest[:min(size, len(rest))])
			}
			if _, r := s.Finish(parsers.FinishStop); meaning(r) != want {
				t.Errorf("%q in chunks of %d bytes:\n got %s\nwant %s", output, size, meaning(r), want)
			}
		}
	}
}

func meaning(r *parsers.Result) string {
	var calls []string
	for _, c := range r.ToolCalls {
		calls = append(calls, c.Name+" "+c.Arguments+kinds(c.Repairs))
	}
	for _, c := range r.InvalidToolCalls {
		calls = append(calls, strings.TrimSpace(c.Reason.String()+" "+c.Name))
	}
	text := strings.Join(calls, "; ")
	if r.Content != "" {
		text += " | " + r.Content
	}
	return strings.TrimSpace(text)
}

func kinds(repairs []parsers.Repair) (text string) {
	for _, r := range repairs {
		text += " " + r.Kind.String()
	}
	return text
}
