package admit

import "testing"

// TestMemoryIsGivenBackOnce after work, and not while there is some.
func TestMemoryIsGivenBackOnce(t *testing.T) {
	turns, freed := turnsOf(1), 0
	k := keeper{turns: turns, free: func() { freed++ }}
	for i, step := range []struct {
		work  bool
		freed int
	}{{false, 0}, {true, 0}, {true, 0}, {false, 1}, {false, 1}, {true, 1}, {false, 2}} {
		if step.work {
			turns.begun.Add(1)
		}
		if k.look(); freed != step.freed {
			t.Errorf("look %d: given back %d times, want %d", i, freed, step.freed)
		}
	}
}
