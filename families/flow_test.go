package families

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/toolparser/toolparser/parsers"
)

// words are what prose is made of: code points of all lengths, white space of
// several bytes, bytes that are no UTF-8, and letters that begin markers of some families.
var words = []string{
	"word", "a", ".", " ", " ", "\n", "\t", "“well”", "é", "€", "😀", "\u00a0", "\u3000", "\u2028",
	"option 1", "print", "functions", "to", "p", "P", "\nThe", "\nf(a=1)\n", "\n\ntools.f(a=2)", "\nf (", "\n\n",
	"\nfunctions.f:0{\"a\": 3}\n", "\n[f(a=4)]", "f", "\xff", "\xe3\x80", "\xe2", "\x80", "\xf0\x9f\x98",
}

// invalid is how many of the words, the last ones, are no UTF-8.
const invalid = 5

// Prose in small pieces goes past the parser, and is what it is as a whole: at every
// length of the pieces, with half a code point at their ends, or white space.
func TestProseFlowsPast(t *testing.T) {
	policies := []parsers.ContentPolicy{parsers.ContentJoined, parsers.ContentVerbatim, parsers.ContentClean}
	for _, f := range All() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			example := " between "
			if len(f.Formats) > 0 {
				example = f.Formats[0].Example
			}
			r := rand.New(rand.NewPCG(1, uint64(len(example))))
			for round := range 60 {
				output := randomProse(r, round%3) + example + randomProse(r, round%3)
				config := parsers.Config{Options: parsers.Options{ContentPolicy: policies[round%len(policies)], SeparateReasoning: round%2 == 0}}
				if round%4 > 0 {
					config.Tools = parsers.NewTools([]parsers.Tool{{Name: "f"}})
				}
				whole := parsers.Parse(f, output, config, parsers.FinishStop)
				for size := 1; size < 24; size++ {
					s := parsers.NewStream(f, config)
					var content strings.Builder
					for piece := range slices.Chunk([]byte(output), size) {
						delta := s.Feed(string(piece)).Content
						content.WriteString(delta)
						if utf8.ValidString(output) && !utf8.ValidString(delta) {
							t.Fatalf("%q in pieces of %d: a delta ends inside a code point: %q", output, size, delta)
						}
					}
					last, result := s.Finish(parsers.FinishStop)
					content.WriteString(last.Content)
					if diff := cmp.Diff(settled(whole), settled(result)); diff != "" {
						t.Fatalf("%q in pieces of %d (-whole +streamed):\n%s", output, size, diff)
					}
					// White space that the output begins with is sent before it is known whether anything is removed.
					got, want := strings.TrimLeftFunc(content.String(), unicode.IsSpace), strings.TrimLeftFunc(result.Content, unicode.IsSpace)
					if got != want {
						t.Fatalf("%q in pieces of %d: the deltas are %q, the content is %q", output, size, got, want)
					}
				}
			}
		})
	}
}

// randomProse holds bytes that are no UTF-8 in one kind of three.
func randomProse(r *rand.Rand, kind int) string {
	known := words
	if kind > 0 {
		known = words[:len(words)-invalid]
	}
	var b strings.Builder
	for range 2 + r.IntN(30) {
		b.WriteString(known[r.IntN(len(known))])
	}
	return b.String()
}
