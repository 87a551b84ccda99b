package main

import (
	"errors"
	"testing"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

func TestSmallestLimitCounts(t *testing.T) {
	none := func() (uint64, error) { return 0, memlimit.ErrNoLimit }
	for _, test := range []struct {
		providers []memlimit.Provider
		want      uint64
	}{
		{[]memlimit.Provider{memlimit.Limit(5), memlimit.Limit(3)}, 3},
		{[]memlimit.Provider{memlimit.Limit(3), memlimit.Limit(5)}, 3},
		{[]memlimit.Provider{none, memlimit.Limit(5)}, 5},
		{[]memlimit.Provider{memlimit.Limit(5), none}, 5},
	} {
		if got, err := smallest(test.providers...)(); got != test.want || err != nil {
			t.Errorf("%d, %v; want %d", got, err, test.want)
		}
	}
	if _, err := smallest(none, none)(); !errors.Is(err, memlimit.ErrNoLimit) {
		t.Errorf("without a limit: %v", err)
	}
}
