package parsers

import (
	"strings"
	"testing"
)

// TestWaitingMarkupIsHeld: markup that waits for a call counts as memory, also where it is recorded behind a call that may
// still be rejected.
func TestWaitingMarkupIsHeld(t *testing.T) {
	const n, least = 50_000, 32
	for _, tc := range []struct {
		output string
		cfg    Config
	}{
		{strings.Repeat("(", n), Config{}},
		{strings.Repeat("^", n), Config{}},
		{"{f//p|1}" + strings.Repeat("^", n), Config{Options: Options{DisableRepair: true}}},
	} {
		s := NewStream(toyFamily(), tc.cfg)
		if s.Feed(tc.output); s.Held() < n*least {
			t.Errorf("%.10s: %d bytes are held, want %d or more", tc.output, s.Held(), n*least)
		}
		if s.Close(); s.Held() != 0 {
			t.Errorf("%.10s: %d bytes are held in the end", tc.output, s.Held())
		}
	}
}
