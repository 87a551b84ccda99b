package server

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestEscapes: every byte, at every place of 64. JSON itself says which take six bytes.
func TestEscapes(t *testing.T) {
	for c := range 256 {
		want := 0
		if c < ' ' && c != '\b' && c != '\f' { // these two can be written in two bytes, and are counted
			if quoted, err := json.Marshal(string(rune(c))); err != nil || len(quoted) == len(`"\u0001"`) {
				want = 1
			}
		} else if c < ' ' {
			want = 1
		}
		for before := range 70 {
			text := strings.Repeat("a\xff", before)[:before] + string([]byte{byte(c)}) + strings.Repeat("~ \x80", before%7*11)
			if got := escapes(text); got != want {
				t.Fatalf("byte %#x behind %d others: %d", c, before, got)
			}
		}
	}
	if got := escapes(strings.Repeat("\x00", 100)); got != 100 {
		t.Errorf("%d of 100", got)
	}
}

func BenchmarkEscapes(b *testing.B) {
	for _, n := range []int{4, 70, 64 << 10} {
		text := strings.Repeat("A line of a text, as models write it.\n", n/38+1)[:n]
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(n))
			for b.Loop() {
				escapes(text)
			}
		})
		b.Run(fmt.Sprint("utf8/", n), func(b *testing.B) {
			b.SetBytes(int64(n))
			for b.Loop() {
				utf8.ValidString(text)
			}
		})
	}
}
