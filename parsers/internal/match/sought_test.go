package match_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// Markers with attributes are found where they are found without a memory, in whatever
// pieces they come; and each byte is looked at about as often as the text behind the attributes is long.
func TestSought(t *testing.T) {
	texts := []string{"<open …<end>"}
	for _, output := range []string{
		`<open a="x"<end><open <open b<end><end>`, "<open " + strings.Repeat("<open x<en", 50) + "<end>",
	} {
		for whole := range 2 {
			var s match.Sought
			var v visit.Count
			for n := 1; n <= len(output); n++ {
				if whole == 1 {
					n = len(output)
				}
				b := []byte(output[:n])
				for at := range b {
					want := match.AnySpelling(nil, texts, b[at:], false, false)
					if got := match.AnySpellingAt(&v, &s, at, texts, b[at:], false, false); got != want {
						t.Fatalf("%q at %d of %d bytes: got %d, want %d", output, at, n, got, want)
					}
				}
			}
			if most := 6 * len(output); whole == 1 && v.N() > most {
				t.Errorf("%q: looked at %d bytes, at most %d are due", output, v.N(), most)
			}
		}
	}
}
