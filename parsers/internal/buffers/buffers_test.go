package buffers_test

import (
	"bytes"
	"slices"
	"sync"
	"testing"

	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

func TestForKeepsWhatIsThere(t *testing.T) {
	var b, want []byte
	for n := range 3000 {
		piece := bytes.Repeat([]byte{byte(n)}, n)
		if b = buffers.For(nil, b, n); cap(b)-len(b) < n {
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
		if b = append(buffers.For(nil, b, 1), 0); cap(b) != old {
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
					b = append(buffers.Lent(nil, b, len(piece)), piece...)
				}
				if bytes.Count(b, []byte{who}) != len(b) {
					t.Errorf("%d: others wrote into it", who)
				}
				buffers.Returned(b)
			}
		})
	}
	wait.Wait()
}

func TestLentLeavesWhatHasRoom(t *testing.T) {
	b := make([]byte, 3, 10)
	if got := buffers.Lent(nil, b, 7); &got[0] != &b[0] || cap(got) != 10 {
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
		grow(b, func(b []byte, n int) []byte { return buffers.For(nil, b, n) }, func([]byte) {})
	})
	b.Run("lent", func(b *testing.B) {
		grow(b, func(b []byte, n int) []byte { return buffers.Lent(nil, b, n) }, buffers.Returned)
	})
}

func TestForLeavesWhatHasRoom(t *testing.T) {
	b := make([]byte, 3, 10)
	if got := buffers.For(nil, b, 7); &got[0] != &b[0] || cap(got) != 10 {
		t.Error("moved")
	}
	if got := buffers.For(nil, b, 8); &got[0] == &b[0] || len(got) != 3 {
		t.Error("not moved")
	}
}

// A long list keeps its items when it grows, and counts while it is copied.
func TestGrown(t *testing.T) {
	var c work.Counter
	var list []int
	const n = 1 << 20
	for i := range n {
		list = append(buffers.Grown(&c, list), i)
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
	var c work.Counter
	pauses := 0
	c.Pause(work.Step, func() { pauses++ })
	var list []int
	const n = 1 << 20
	for i := range n {
		list = append(buffers.Lengthened(&c, list), i)
	}
	if len(list) != n || list[n-1] != n-1 || c.N() != 0 || pauses < n*8>>18 {
		t.Errorf("%d items, %d visits, %d pauses", len(list), c.N(), pauses)
	}
}

// A slice that is kept for another use is given as a copy. A slice too large for that is given itself.
func TestGiven(t *testing.T) {
	few := []int{1, 2, 3}
	if given := buffers.Given(few); &given[0] == &few[0] || !slices.Equal(given, few) {
		t.Errorf("got %v, want a copy", given)
	}
	many := make([]int, buffers.MaxKept, buffers.MaxKept+1)
	if given := buffers.Given(many); &given[0] != &many[0] || cap(given) != len(many) || buffers.Emptied(many) != nil {
		t.Error("many are copied, or kept, too")
	}
}
