package parsers

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func idsOf(r *Result) []string {
	var ids []string
	for _, c := range r.ToolCalls {
		id := c.ID
		if c.IDSynthesized {
			id += "!"
		}
		ids = append(ids, id)
	}
	return ids
}

func TestIDs(t *testing.T) {
	for _, tc := range []struct {
		name, output string
		prior        int
		want         []string // "!": made
	}{
		{"native ids are trimmed and else kept", "{f/ a b\t/|1}", 0, []string{"a b"}},
		{"a missing id is made", "{f|1}{f/ /|1}", 0, []string{"f:0!", "f:1!"}},
		{"a repeated id is made", "{f/x/|1}{f/x/|1}", 0, []string{"x", "f:0!"}},
		{"made ids count on", "{f|1}", 7, []string{"f:7!"}},
		{"made ids step aside", "{f/g:1/|1}{f|1}{f|1}", 0, []string{"g:1", "f:0!", "f:2!"}},
		{"a native id equal to a made one", "{f|1}{g/f:0/|1}", 0, []string{"f:0!", "g:1!"}},
		{"a rejected call's id is free", "{f/x/a|1}{f/x/|1}", 0, []string{"x"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			cfg := Config{PriorToolCalls: tc.prior}
			if got := idsOf(parseToy(tc.output, cfg)); !slices.Equal(got, tc.want) {
				t.Errorf("%q: got %q, want %q", tc.output, got, tc.want)
			}
			checkEveryCut(t, tc.output, cfg)
		})
	}
}

func TestIDsOfManyCalls(t *testing.T) {
	n := 3 * fewIDs
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "{f/x%d/|1}{f|1}{f/x%d/|1}", i, i)
	}
	ids := idsOf(parseToy(b.String(), Config{}))
	for i := range n {
		want := []string{fmt.Sprintf("x%d", i), fmt.Sprintf("f:%d!", 2*i), fmt.Sprintf("f:%d!", 2*i+1)}
		if got := ids[3*i : 3*i+3]; !slices.Equal(got, want) {
			t.Fatalf("calls %d to %d: got %q, want %q", 3*i, 3*i+2, got, want)
		}
	}
}
