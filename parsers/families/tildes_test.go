package families

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

var (
	run     = regexp.MustCompile("`{3,}")
	lineRun = regexp.MustCompile("(?m)^ {0,3}`{3,}")
)

// A fence of tildes quotes as one of backticks does: a case whose fences all are lines of their
// own is read the same with either.
func TestTildesFenceAsBackticksDo(t *testing.T) {
	for _, f := range All() {
		cases, err := parsertest.Load(filepath.Join("..", f.Name, "testdata"))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			runs := run.FindAllString(c.Output, -1)
			if len(runs) == 0 || len(runs) != len(lineRun.FindAllString(c.Output, -1)) {
				continue
			}
			t.Run(f.Name+"/"+c.Name, func(t *testing.T) {
				t.Parallel()
				tildes := run.ReplaceAllStringFunc(c.Output, func(run string) string { return strings.Repeat("~", len(run)) })
				want, got := readAs(t, f, c, c.Output), readAs(t, f, c, tildes)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s\n(-backticks +tildes):\n%s", tildes, diff)
				}
			})
		}
	}
}

// readAs is the result of an output, in which runs of tildes are written as those of backticks.
func readAs(t *testing.T, f *parsers.Family, c *parsertest.Case, output string) string {
	t.Helper()
	read, err := json.MarshalIndent(settled(parsers.Parse(f, output, c.Config, c.FinishReason)), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile("~{3,}").ReplaceAllStringFunc(string(read), func(run string) string { return strings.Repeat("`", len(run)) })
}
