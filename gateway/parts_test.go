package gateway_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
)

// What is left of a text is known for each of its parts.
func TestWhatIsLeftOfEachPart(t *testing.T) {
	for _, test := range []struct{ parts, want []string }{
		{[]string{"A" + call}, []string{"A"}},
		{[]string{"A\n", call}, []string{"A", ""}},
		{[]string{call, "A"}, []string{"", "A"}},
		{[]string{"A", call, "B"}, []string{"A", "", " B"}},
		{[]string{"A", " " + call, "B"}, []string{"A", "", " B"}},
		{[]string{"A\n\n" + call, "B"}, []string{"A", "\n\nB"}},
		{[]string{"A ", "B " + call + "\nC", "D"}, []string{"A ", "B\n\nC", "D"}},
		{[]string{"A <tool_", call[len("<tool_"):] + " B"}, []string{"A", " B"}},
		{[]string{"", call, "", "A", ""}, []string{"", "", "", "A", ""}},
		{[]string{call, call}, []string{"", ""}},
		{[]string{"`<tool_call>` é", call, "<b>"}, []string{"`<tool_call>` é", "", " <b>"}},
	} {
		c := newChoice(t, registry(), "hermes")
		n := 0
		for i, part := range test.parts {
			if i > 0 {
				c.Content.Split(n)
			}
			n += len(part)
		}
		c.Content.Whole(strings.Join(test.parts, ""))
		fix := c.Finish(parsers.FinishStop)
		var got []string
		start := 0
		for _, end := range fix.ContentEnds {
			got = append(got, (*fix.Content)[start:end])
			start = end
		}
		if strings.Join(got, "|") != strings.Join(test.want, "|") {
			t.Errorf("of %q, %q is left, want %q", test.parts, got, test.want)
		}
	}
}
