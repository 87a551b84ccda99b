package families

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
)

// A long text that is all there is searched, in a stream it is looked at byte by
// byte: both find the same. The texts are a family's own cases, in any order, with
// prose, brackets, fences and thoughts of some kilobytes between them.
func TestLongTextIsSearchedAsItStreams(t *testing.T) {
	const piece = 20
	rounds := 12
	if testing.Short() {
		rounds = 2
	}
	for _, f := range All() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			cases, err := parsertest.Load(filepath.Join("..", "parsers", f.Name, "testdata"))
			if err != nil {
				t.Fatal(err)
			}
			for round := range rounds {
				r := rand.New(rand.NewPCG(uint64(round), 7))
				config := cases[r.IntN(len(cases))].Config
				output := longText(r, cases)
				whole := parsers.Parse(f, output, config, parsers.FinishStop)
				s := parsers.NewStream(f, config)
				for rest := output; rest != ""; rest = rest[min(piece, len(rest)):] {
					s.Feed(rest[:min(piece, len(rest))])
				}
				_, streamed := s.Finish(parsers.FinishStop)
				if diff := cmp.Diff(settled(streamed), settled(whole)); diff != "" {
					t.Fatalf("round %d (-streamed +whole):\n%s", round, diff)
				}
			}
		})
	}
}

// longText is some of the cases' outputs, with long text between them.
func longText(r *rand.Rand, cases []*parsertest.Case) string {
	fillers := []string{
		"The quick brown fox (who is not lazy) jumps over dogs, and says so.\n",
		"no newline, no bracket, only words that go on and on ",
		"x = a[i] } ] then { is left open, as is [ this; a < b, `code`\n",
		"- **Option** print, please: functions call them tools <b>bold</b>\n",
		"  \n\n",
		"See `code`, ``a ` b``, [the manual](x), [1], [ ] and [x]; `it ends\nwith its line, this doesn't: `",
		"```go\nfunc f() []int {\n\treturn `a` // ``b``\n}\n```\n",
	}
	var b strings.Builder
	for range 8 {
		for range r.IntN(3) {
			b.WriteString(strings.Repeat(fillers[r.IntN(len(fillers))], 1+r.IntN(60)))
		}
		b.WriteString(cases[r.IntN(len(cases))].Output)
	}
	return b.String()
}
