package families

import (
	"flag"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolparser/toolparser/conformance"
	"github.com/toolparser/toolparser/parsers"
)

// damages is how many damaged texts TestDamagedOutputs makes of each case. The default finds what is frequent,
// a few hundred what isn't: one text in a million was read otherwise in chunks.
var damages = flag.Int("damages", 2, "damaged texts of each case")

// damagedSeed makes other texts.
var damagedSeed = flag.Uint64("damaged-seed", 1, "seed of the damage")

// TestDamagedOutputs damages the output of each case at random. In chunks, the text has the result that it
// has as a whole, whatever its options.
func TestDamagedOutputs(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector looks for something else, and takes minutes here")
	}
	for _, f := range All() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			cases, err := conformance.Load(filepath.Join("..", "parsers", f.Name, "testdata"))
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(*damagedSeed, uint64(len(cases))))
			for _, c := range cases {
				for range *damages {
					config := c.Config
					config.Options.AcceptIncomplete = r.IntN(4) == 0
					config.Options.DisableRepair = r.IntN(8) == 0
					config.Options.SeparateReasoning = r.IntN(2) == 0
					config.Options.ContentPolicy = parsers.ContentPolicy(r.IntN(3))
					checkChunks(t, f, config, c.FinishReason, damaged(r, c.Output))
				}
			}
		})
	}
}

// checkChunks compares the text in chunks of one and of some bytes with the complete one.
func checkChunks(t *testing.T, f *parsers.Family, config parsers.Config, reason parsers.FinishReason, text string) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Fatalf("%q, %+v: panic: %v", text, config.Options, p)
		}
	}()
	whole := settled(parsers.Parse(f, text, config, reason))
	for _, size := range []int{1, 5} {
		s := parsers.NewStream(f, config)
		for piece := range slices.Chunk([]byte(text), size) {
			s.Feed(string(piece))
		}
		_, result := s.Finish(reason)
		if diff := cmp.Diff(whole, settled(result)); diff != "" {
			t.Errorf("%q in chunks of %d, %+v (-whole +streamed):\n%s", text, size, config.Options, diff)
		}
	}
}

// strays are marks that damage puts into a text.
var strays = strings.Fields(`" ' { } [ ] ( ) , : \ < > / | ` + "` ``` ~~~" + ` # = \u \n “ ” null None <tool_call> </tool_call> // /* ; + - <|`)

// damaged is the text with up to three marks lost, doubled, replaced or put in, or with a part of it lost or
// doubled.
func damaged(r *rand.Rand, text string) string {
	for range 1 + r.IntN(3) {
		if text == "" {
			return text
		}
		i, j := markIn(r, text), r.IntN(len(text))
		from, to := min(i, j), max(i, j)
		stray := strays[r.IntN(len(strays))]
		switch r.IntN(7) {
		case 0:
			text = text[:i] + text[i+1:]
		case 1:
			text = text[:i+1] + text[i:]
		case 2:
			text = text[:i] + stray + text[i+1:]
		case 3:
			text = text[:i] + stray + text[i:]
		case 4:
			text = text[:i]
		case 5:
			text = text[:from] + text[to:]
		default:
			text = text[:to] + text[from:to] + text[to:]
		}
	}
	return text
}

// markIn is the place of a byte, most often of one that is no letter or digit.
func markIn(r *rand.Rand, text string) int {
	i := r.IntN(len(text))
	for range 8 {
		if c := text[i] | ' '; (c < 'a' || 'z' < c) && (c < '0' || '9' < c) {
			break
		}
		i = r.IntN(len(text))
	}
	return i
}
