package families

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
)

var (
	run     = regexp.MustCompile("`{3,}")
	lineRun = regexp.MustCompile("(?m)^ {0,3}`{3,}")

	tildeRun = regexp.MustCompile("~{3,}")
)

// A fence of tildes quotes as one of backticks does: a case whose fences all are lines of their
// own is read the same with either, whole or byte by byte.
func TestTildesFenceAsBackticksDo(t *testing.T) {
	for _, f := range All() {
		cases, err := parsertest.Load(filepath.Join("..", "parsers", f.Name, "testdata"))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			runs := run.FindAllString(c.Output, -1)
			if len(runs) == 0 || len(runs) != len(lineRun.FindAllString(c.Output, -1)) || tildeRun.MatchString(c.Output) {
				continue
			}
			t.Run(f.Name+"/"+c.Name, func(t *testing.T) {
				t.Parallel()
				tildes := run.ReplaceAllStringFunc(c.Output, func(run string) string { return strings.Repeat("~", len(run)) })
				s := parsers.NewStream(f, c.Config)
				for i := range len(tildes) {
					s.Feed(tildes[i : i+1])
				}
				_, read := s.Finish(c.FinishReason)
				want := written(t, parsers.Parse(f, c.Output, c.Config, c.FinishReason))
				got := tildeRun.ReplaceAllStringFunc(written(t, read), func(run string) string { return strings.Repeat("`", len(run)) })
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s\n(-backticks +tildes):\n%s", tildes, diff)
				}
			})
		}
	}
}

// written is a result as text.
func written(t *testing.T, r *parsers.Result) string {
	t.Helper()
	text, err := json.MarshalIndent(settled(r), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
