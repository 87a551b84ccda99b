package room_test

import (
	"bytes"
	"testing"

	"github.com/toolparser/toolparser/parsers/internal/room"
)

func TestForKeepsWhatIsThere(t *testing.T) {
	var b, want []byte
	for n := range 3000 {
		piece := bytes.Repeat([]byte{byte(n)}, n)
		if b = room.For(b, n); cap(b)-len(b) < n {
			t.Fatalf("room for %d of %d", cap(b)-len(b), n)
		}
		b, want = append(b, piece...), append(want, piece...)
		if !bytes.Equal(b, want) {
			t.Fatalf("after %d pieces: not what was appended", n)
		}
	}
}

func TestForGrowsInFewSteps(t *testing.T) {
	steps, b := 0, []byte(nil)
	for range 8 << 20 {
		old := cap(b)
		if b = append(room.For(b, 1), 0); cap(b) != old {
			steps++
		}
	}
	if steps > 30 {
		t.Errorf("%d steps to 8 MiB", steps)
	}
}

func TestForLeavesWhatHasRoom(t *testing.T) {
	b := make([]byte, 3, 10)
	if got := room.For(b, 7); &got[0] != &b[0] || cap(got) != 10 {
		t.Error("moved")
	}
	if got := room.For(b, 8); &got[0] == &b[0] || len(got) != 3 {
		t.Error("not moved")
	}
}
