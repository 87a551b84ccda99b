package cursor

import (
	"testing"

	"github.com/toolparser/toolparser/parsers"
)

// The bytes before an offset don't depend on how the output was cut, on how much of it was kept,
// or on who reported it.
func TestBefore(t *testing.T) {
	const text = "ab~c\n  d"
	for piece := 1; piece <= len(text); piece++ {
		for kept := range piece + 1 {
			var c Cursor
			c.Reset(&parsers.Config{}, nil)
			for at := 0; at < len(text); at += piece {
				end := min(at+piece, len(text))
				c.Feed([]byte(text[at:end]))
				for i := c.Base; i <= end; i++ {
					want := ("\n\n\n\n" + text)[i : i+4]
					if got := c.Before(i); string(got[:]) != want || got.Byte() != want[3] {
						t.Errorf("pieces of %d, %d kept: %q is before offset %d, want %q", piece, kept, got, i, want)
					}
				}
				c.Mark = max(c.Mark, end-kept)
				c.Keep(c.Mark)
			}
		}
	}
	var c Cursor
	c.Reset(&parsers.Config{}, nil)
	c.Skip([]byte("ab"))
	c.Skip([]byte("c"))
	if got := c.Before(3); string(got[:]) != "\nabc" || c.Mark != 3 || c.Pos != 3 {
		t.Errorf("%q is before offset %d, want %q before 3", got, c.Pos, "\nabc")
	}
}
