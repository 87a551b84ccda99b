package randid

import (
	"strings"
	"testing"
)

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

func TestRandom(t *testing.T) {
	for digits, random := range map[string]func([]byte, int) []byte{base62: Base62, "0123456789abcdef": Hex} {
		id := string(random([]byte("call_"), 24))
		if len(id) != len("call_")+24 || strings.Trim(strings.TrimPrefix(id, "call_"), digits) != "" {
			t.Errorf("made %q of %q", id, digits)
		}
		if id == string(random([]byte("call_"), 24)) {
			t.Errorf("made %q twice", id)
		}
	}
}

// TestLengths checks every length up to two rounds of the functions that make many digits at once.
func TestLengths(t *testing.T) {
	for digits, random := range map[string]func([]byte, int) []byte{base62: Base62, "0123456789abcdef": Hex} {
		for n := range 34 {
			if id := string(random(nil, n)); len(id) != n || strings.Trim(id, digits) != "" {
				t.Errorf("made %q of %q; want %d digits", id, digits, n)
			}
		}
	}
}

func TestBase62IsEven(t *testing.T) { testEven(t, base62, 6200, Base62) }

func TestHexIsEven(t *testing.T) { testEven(t, "0123456789abcdef", 1600, Hex) }

// testEven checks that each digit comes about equally often, a hundred times, at each place of the
// ids.
func testEven(t *testing.T, digits string, ids int, random func([]byte, int) []byte) {
	const n = 24
	var count [n]map[byte]int
	for i := range count {
		count[i] = make(map[byte]int)
	}
	for range ids {
		for i, c := range random(nil, n) {
			count[i][c]++
		}
	}
	for i := range count {
		for _, c := range []byte(digits) {
			if got := count[i][c]; got < 40 || got > 180 {
				t.Errorf("%q stands %d times at place %d of %d ids", c, got, i, ids)
			}
		}
	}
}

func BenchmarkBase62(b *testing.B) { benchmark(b, Base62) }

func BenchmarkHex(b *testing.B) { benchmark(b, Hex) }

func benchmark(b *testing.B, random func([]byte, int) []byte) {
	var room [32]byte
	b.ReportAllocs()
	for b.Loop() {
		random(room[:0], 24)
	}
}
