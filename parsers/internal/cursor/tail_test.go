package cursor

import (
	"strings"
	"testing"
)

// However a text was cut before it was dropped, its end is the same.
func TestTextBefore(t *testing.T) {
	text := strings.Repeat("0123456789", 40)
	for _, size := range []int{1, 3, 50, 127, 128, 129, 400} {
		var c Cursor
		for at := 0; at < len(text); at += size {
			end := min(at+size, len(text))
			c.Feed([]byte(text[at:end]))
			for _, before := range []int{at, end} {
				for _, from := range []int{0, max(before-3, 0), before} {
					var room [MostBefore]byte
					want := text[max(from, before-MostBefore):before]
					if got := string(TextBefore(&c, from, before, &room)); got != want {
						t.Fatalf("in chunks of %d, between %d and %d: got %q, want %q", size, from, before, got, want)
					}
				}
			}
			c.Keep(end)
		}
	}
}
