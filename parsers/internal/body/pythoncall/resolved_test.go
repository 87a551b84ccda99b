package pythoncall

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers/internal/work"
)

// TestResolvedKnowsOffsets: each byte of a text whose escapes were resolved has the offset of what stands for it.
func TestResolvedKnowsOffsets(t *testing.T) {
	const from = 7
	raw := strings.Repeat(`ab\n\u00e9\\`, 50) + `c` + strings.Repeat(`\n`, 200)
	var offsets []int // of the bytes, and of the end
	var want []byte
	for i := 0; i < len(raw); {
		piece, n := raw[i:i+1], 1
		switch {
		case strings.HasPrefix(raw[i:], `\n`):
			piece, n = "\n", 2
		case strings.HasPrefix(raw[i:], `\u`):
			piece, n = "é", 6
		case strings.HasPrefix(raw[i:], `\\`):
			piece, n = `\`, 2
		}
		want = append(want, piece...)
		for len(offsets) < len(want) {
			offsets = append(offsets, from+i)
		}
		i += n
	}
	offsets = append(offsets, from+len(raw))

	text, at := decoded(new(work.Counter), []byte(raw), from)
	if string(text) != string(want) {
		t.Fatalf("got %q, want %q", text, want)
	}
	for i, want := range offsets {
		if got := at(i); got != want {
			t.Errorf("byte %d is at %d, want %d", i, got, want)
		}
	}
}
