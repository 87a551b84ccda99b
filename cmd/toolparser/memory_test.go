package main

import (
	"errors"
	"testing"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

func TestSmallestLimitCounts(t *testing.T) {
	none := memorySource{"none", func() (uint64, error) { return 0, memlimit.ErrNoLimit }}
	three, five := memorySource{"three", memlimit.Limit(3)}, memorySource{"five", memlimit.Limit(5)}
	for _, test := range []struct {
		sources []memorySource
		want    uint64
		of      string
	}{
		{[]memorySource{five, three}, 3, "three"},
		{[]memorySource{three, five}, 3, "three"},
		{[]memorySource{none, five}, 5, "five"},
		{[]memorySource{five, none}, 5, "five"},
	} {
		if got, of, err := smallest(test.sources); got != test.want || of != test.of || err != nil {
			t.Errorf("%d of %s, %v; want %d", got, of, err, test.want)
		}
	}
	if _, _, err := smallest([]memorySource{none, none}); !errors.Is(err, memlimit.ErrNoLimit) {
		t.Errorf("without a limit: %v", err)
	}
}
