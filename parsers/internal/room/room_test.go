package room_test

import (
	"bytes"
	"slices"
	"sync"
	"testing"

	"github.com/toolparser/toolparser/parsers/internal/room"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

func TestForKeepsWhatIsThere(t *testing.T) {
	var b, want []byte
	for n := range 3000 {
		piece := bytes.Repeat([]byte{byte(n)}, n)
		if b = room.For(nil, b, n); cap(b)-len(b) < n {
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
		if b = append(room.For(nil, b, 1), 0); cap(b) != old {
			steps++
		}
	}
	if steps > 30 {
		t.Errorf("%d steps to 8 MiB", steps)
	}
}

func TestLentKeepsWhatIsThere(t *testing.T) {
	var wait sync.WaitGroup
	for who := range byte(4) {
		wait.Go(func() {
			for range 3 {
				var b []byte
				for piece := bytes.Repeat([]byte{who}, 1<<10); len(b) < 5<<20; {
					b = append(room.Lent(nil, b, len(piece)), piece...)
				}
				if bytes.Count(b, []byte{who}) != len(b) {
					t.Errorf("%d: others wrote into it", who)
				}
				room.Returned(b)
			}
		})
	}
	wait.Wait()
}

func TestLentLeavesWhatHasRoom(t *testing.T) {
	b := make([]byte, 3, 10)
	if got := room.Lent(nil, b, 7); &got[0] != &b[0] || cap(got) != 10 {
		t.Error("moved")
	}
}

// Buffers that grow as an output of 256 KiB comes in, in chunks of 64 bytes.
func BenchmarkGrowth(b *testing.B) {
	piece := make([]byte, 64)
	grow := func(b *testing.B, more func([]byte, int) []byte, done func([]byte)) {
		b.ReportAllocs()
		for b.Loop() {
			var buf []byte
			for range 256 << 10 / len(piece) {
				buf = append(more(buf, len(piece)), piece...)
			}
			done(buf)
		}
	}
	b.Run("new", func(b *testing.B) {
		grow(b, func(b []byte, n int) []byte { return room.For(nil, b, n) }, func([]byte) {})
	})
	b.Run("lent", func(b *testing.B) {
		grow(b, func(b []byte, n int) []byte { return room.Lent(nil, b, n) }, room.Returned)
	})
}

func TestForLeavesWhatHasRoom(t *testing.T) {
	b := make([]byte, 3, 10)
	if got := room.For(nil, b, 7); &got[0] != &b[0] || cap(got) != 10 {
		t.Error("moved")
	}
	if got := room.For(nil, b, 8); &got[0] == &b[0] || len(got) != 3 {
		t.Error("not moved")
	}
}

// A long list keeps its items when it grows, and counts while it is copied.
func TestGrown(t *testing.T) {
	var c visit.Count
	var list []int
	const n = 1 << 20
	for i := range n {
		list = append(room.Grown(&c, list), i)
	}
	for i, got := range list {
		if got != i {
			t.Fatalf("item %d is %d", i, got)
		}
	}
	if len(list) != n || c.N() == 0 || c.N() > 4*n {
		t.Errorf("%d items, %d visits", len(list), c.N())
	}
}

// A list with an item for each few bytes of a text lets others work while it grows, and counts no bytes.
func TestLengthened(t *testing.T) {
	var c visit.Count
	pauses := 0
	c.Pause(visit.Step, func() { pauses++ })
	var list []int
	const n = 1 << 20
	for i := range n {
		list = append(room.Lengthened(&c, list), i)
	}
	if len(list) != n || list[n-1] != n-1 || c.N() != 0 || pauses < n*8>>18 {
		t.Errorf("%d items, %d visits, %d pauses", len(list), c.N(), pauses)
	}
}

// A slice that is kept for another use is given as a copy. A slice too large for that is given itself.
func TestGiven(t *testing.T) {
	few := []int{1, 2, 3}
	if given := room.Given(few); &given[0] == &few[0] || !slices.Equal(given, few) {
		t.Errorf("got %v, want a copy", given)
	}
	many := make([]int, room.MaxKept, room.MaxKept+1)
	if given := room.Given(many); &given[0] != &many[0] || cap(given) != len(many) || room.Emptied(many) != nil {
		t.Error("many are copied, or kept, too")
	}
}
