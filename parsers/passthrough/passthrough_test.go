package passthrough_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/passthrough"
)

// A stream holds nothing back except for white space at its start: that may be all.
func TestNothingIsHeldBack(t *testing.T) {
	s := parsers.NewStream(passthrough.Family(), parsers.Config{})
	defer s.Close()
	for piece := range strings.SplitSeq("I'll|<tool|_call>{\"na|me|`|``|<think", "|") {
		if got := s.Feed(piece).Content; got != piece {
			t.Errorf("after %q there is %q", piece, got)
		}
	}
}

func BenchmarkProse(b *testing.B) {
	prose := strings.Repeat("The quick brown fox jumps over the lazy dog, and all is well. ", 4096)
	parsertest.Benchmark(b, passthrough.Family(), parsers.Config{}, prose, 0)
}
