package admit

import (
	"fmt"
	"math"
	"runtime/debug"
	"testing"
	"time"
)

// TestBuffersFit: gRPC's own pool takes a megabyte for 33 KiB.
func TestBuffersFit(t *testing.T) {
	m := new(Memory)
	pool := m.Buffers()
	for _, n := range []int{1, 300, 5000, 33 << 10, 100 << 10, 256 << 10, 300 << 10, 16 << 20} {
		buffer := pool.Get(n)
		if len(*buffer) != n || cap(*buffer) > max(4*n, 256) || (n > 16<<10 && cap(*buffer) > 2*n) {
			t.Errorf("for %d bytes: %d of %d", n, len(*buffer), cap(*buffer))
		}
		if n > 1024 && m.Total() != int64(cap(*buffer)) {
			t.Errorf("for %d bytes %d are counted", n, m.Total())
		}
		pool.Put(buffer)
		if m.Total() != 0 {
			t.Errorf("%d bytes are counted in the end", m.Total())
		}
	}
}

func TestDerivedLimit(t *testing.T) {
	const none = math.MaxInt64
	for _, c := range []struct {
		runtime, cgroup, machine, want int64
		of                             string
	}{
		{none, none, none, 0, "unbounded"},
		{none, none, 4000, 2000, "half of the machine's memory"},
		{none, 1000, 4000, 500, "half of the cgroup's memory"},
		{none, 8000, 4000, 2000, "half of the machine's memory"},
		{3600, none, 4000, 2000, "half of the machine's memory"}, // as toolparser sets it
		{900, 1000, 4000, 500, "half of the cgroup's memory"},
		{899, 1000, 4000, 449, "half of GOMEMLIMIT"},
		{3600, 8000, 4000, 2000, "half of the machine's memory"},
		{700, none, none, 350, "half of GOMEMLIMIT"},
	} {
		if got, of := derivedLimit(c.runtime, c.cgroup, c.machine); got != c.want || of != c.of {
			t.Errorf("%d, %d, %d: %d (%s), want %d (%s)", c.runtime, c.cgroup, c.machine, got, of, c.want, c.of)
		}
	}
}

// TestLostBuffersAreNotCounted: gRPC doesn't give back what came for a stream that
// ended before it was read. A server of little memory must find it, too: it would
// refuse all calls for ever.
func TestLostBuffersAreNotCounted(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // only what exhausted has collected
	for _, limit := range []int64{1 << 20, 4 << 20, unwatchedBytes + 1<<20} {
		t.Run(fmt.Sprint(limit), func(t *testing.T) { testLostBuffers(t, &Memory{limit: limit}) })
	}
}

func testLostBuffers(t *testing.T, m *Memory) {
	pool := m.Buffers()
	for range 1000 {
		pool.Get(16 << 10)
		kept := pool.Get(16 << 10)
		pool.Put(kept)
	}
	pool.Get(4 << 20)
	if m.Total() < 1000*16<<10 {
		t.Fatalf("%d bytes are counted", m.Total())
	}
	greedy := new(client)
	greedy.held.Store(m.limit)
	for range 1000 {
		if !m.exhausted(greedy) { // which looks for them
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d bytes are still counted", m.Total())
}

// TestStreamsSendMoreThanTheirShare: a stream that holds all that its caller may hold can send it, and no more than
// little of that waits at a time.
func TestStreamsSendMoreThanTheirShare(t *testing.T) {
	m, c := &Memory{limit: 64 << 10}, new(client)
	if !m.take(c, 48<<10) || m.take(c, 1) {
		t.Fatal("its share isn't three quarters")
	}
	for i, want := range []bool{true, true, false} {
		if m.takeOver(c, 512) != want {
			t.Errorf("message %d of 512 bytes: want %v", i, want)
		}
	}
	if m.takeOver(new(client), 16<<10) || !m.takeOver(new(client), 1<<10) {
		t.Error("another client has another bound")
	}
	Holder{m, c}.giveOver(1024, 1024)
	if !m.takeOver(c, 8<<10) || m.takeOver(c, 1) {
		t.Error("a long message doesn't pass alone")
	}
}
