package logthin_test

import (
	"testing"
	"time"
	"unicode/utf8"

	"github.com/toolparser/toolparser/internal/logthin"
)

func TestSampler(t *testing.T) {
	now := time.Unix(1, 0)
	for n, want := range map[uint64]int{1: 12, 2: 6, 5: 3} {
		s, picked := logthin.Sampler{N: n, Rate: 100}, 0
		for range 12 {
			if _, ok := s.Pick(now); ok {
				picked++
			}
		}
		if picked != want {
			t.Errorf("one of %d: %d of 12", n, picked)
		}
	}
}

// TestLogRateIsBounded: each second has its lines, and the first says what was skipped.
func TestLogRateIsBounded(t *testing.T) {
	s := logthin.Sampler{N: 1, Rate: 3}
	for second, want := range []uint64{0, 7, 7} {
		picked := 0
		for range 10 {
			skipped, ok := s.Pick(time.Unix(int64(second)+1, 0))
			if ok {
				picked++
			}
			if ok && picked == 1 && skipped != want || picked > 1 && skipped != 0 {
				t.Errorf("second %d, line %d: %d skipped", second, picked, skipped)
			}
		}
		if picked != 3 {
			t.Errorf("second %d: %d of 10 are logged", second, picked)
		}
	}
}

func TestClip(t *testing.T) {
	for n := range 12 {
		if got := logthin.Clip("aüb€c🎉d", n+3); len(got) > n+3 || !utf8.ValidString(got) {
			t.Errorf("clipped to %d: %q", n+3, got)
		}
	}
	if got := logthin.Clip("aüb€c🎉d", 14); got != "aüb€c🎉d" {
		t.Errorf("got %q", got)
	}
}
