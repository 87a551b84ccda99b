package families

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
)

// TestAutoStreamsAsItParses: for every case of every family, auto gives the same result byte
// by byte, in chunks of seven, and at once.
func TestAutoStreamsAsItParses(t *testing.T) {
	auto, err := Registry().Find("auto", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range Announced(Named()) {
		cases, err := parsertest.Load(filepath.Join("..", "parsers", f.Name, "testdata"))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			c.Config.Options.Formats = nil
			whole := settled(parsers.Parse(auto, c.Output, c.Config, c.FinishReason))
			for _, size := range []int{1, 7} {
				s := parsers.NewStream(auto, c.Config)
				for rest := c.Output; rest != ""; {
					n := min(size, len(rest))
					s.Feed(rest[:n])
					rest = rest[n:]
				}
				_, pieces := s.Finish(c.FinishReason)
				if diff := cmp.Diff(whole, settled(pieces)); diff != "" {
					t.Errorf("%s/%s in pieces of %d (-whole +pieces):\n%s", f.Name, c.Name, size, diff)
				}
			}
		}
	}
}
