package quoting

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers/internal/markers"
)

// TestSearch checks that a search finds each of a few bytes in turn, across blocks, and again from
// an earlier place. Processors without a wide lookup use it.
func TestSearch(t *testing.T) {
	const few, base = "<`\n", 7
	b := []byte(strings.Repeat("a", 100) + "<" + strings.Repeat("b", 2*searchBlock) + "`c\n\n" + strings.Repeat("d", 50) + "<")
	for _, from := range []int{0, 90} {
		var s search
		st := new(markers.Stops)
		for range 2 { // the second time, the search begins anew
			for i := from; ; i++ {
				want := i + strings.IndexAny(string(b[i:]), few)
				if want < i {
					want = len(b)
				}
				if i = s.skip(b, i, base, st, []byte(few)); i != want {
					t.Fatalf("got %d, want %d", i, want)
				}
				if i == len(b) {
					break
				}
			}
		}
	}
}
