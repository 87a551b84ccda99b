package familyfile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/familyfile"
)

// TestNestingIsBounded: a file of 160 KB that is nested 16,000 levels deep took 24 s.
func TestNestingIsBounded(t *testing.T) {
	for format, test := range map[string]struct{ open, want string }{
		"JSON":        {`{"tags":[`, "deep:1:577: braces are more than 64 deep; a declaration has a few levels"},
		"text format": {`tags {`, "deep:1:390: braces are more than 64 deep; a declaration has a few levels"},
		"lists":       {`tags: [`, ""},
	} {
		for _, levels := range []int{65, 16_000} {
			_, err := familyfile.Parse("deep", []byte(strings.Repeat(test.open, levels)))
			if err == nil || test.want != "" && err.Error() != test.want {
				t.Errorf("%s, %d levels: %.200v, want %s", format, levels, err, test.want)
			}
		}
	}
}

// TestColumnsOfALongLine are counted once: a line of n tokens took n² steps.
func TestColumnsOfALongLine(t *testing.T) {
	const n = 200_000
	text := `{"name":"ä","aliases":[` + strings.Repeat(`"a",`, n) + `"b"],"nope":1}`
	_, err := familyfile.Parse("long", []byte(text))
	if want := fmt.Sprintf("long:1:%d: ", len(`{"name":"a","aliases":["b"],`)+4*n+1); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%.200v, want %s", err, want)
	}
}
