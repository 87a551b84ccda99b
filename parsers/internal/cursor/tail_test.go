package cursor

import (
	"strings"
	"testing"
)

// However a text was cut before it was dropped, its end is the same.
func TestTail(t *testing.T) {
	text := strings.Repeat("0123456789", 40)
	for _, size := range []int{1, 3, 50, 127, 128, 129, 400} {
		tail := Tail{On: true}
		for at := 0; at < len(text); at += size {
			end := min(at+size, len(text))
			tail.add([]byte(text[at:end]))
			for _, behind := range []string{"", "abc", text} {
				all := text[:end] + behind
				if got := string(tail.With(nil, []byte(behind))); got != all[max(len(all)-maxTailText, 0):] {
					t.Fatalf("in chunks of %d, %d bytes before %q: got %q", size, end, behind, got)
				}
			}
		}
	}
	var off Tail
	if off.add([]byte(text)); len(off.With(nil, nil)) > 0 {
		t.Error("what isn't asked for is kept")
	}
}
