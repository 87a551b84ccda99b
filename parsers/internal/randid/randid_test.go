package randid

import (
	"strings"
	"testing"
)

func TestRandom(t *testing.T) {
	for digits, random := range map[string]func(string, int) string{base62: Base62, hex: Hex} {
		id := random("call_", 24)
		if len(id) != len("call_")+24 || strings.Trim(strings.TrimPrefix(id, "call_"), digits) != "" {
			t.Errorf("made %q of %q", id, digits)
		}
		if id == random("call_", 24) {
			t.Errorf("made %q twice", id)
		}
	}
}

// Every digit comes at every place about as often as the others.
func TestRandomIsEven(t *testing.T) {
	const n, ids = 24, 6200
	var count [n]map[byte]int
	for i := range count {
		count[i] = make(map[byte]int)
	}
	for range ids {
		for i, c := range []byte(Base62("", n)) {
			count[i][c]++
		}
	}
	for i := range count {
		for _, c := range []byte(base62) {
			if got := count[i][c]; got < 40 || got > 180 {
				t.Errorf("%q stands %d times at place %d of %d ids", c, got, i, ids)
			}
		}
	}
}

func BenchmarkBase62(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Base62("call_", 24)
	}
}
