package main

import (
	"log/slog"
	"math"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// The shares of what a process may have that become GOMEMLIMIT; the rest is for what
// the runtime doesn't count, and, of address space, for what it reserves.
const (
	cgroupShare  = 0.9
	addressShare = 0.5
)

// limitMemory sets GOMEMLIMIT, unless it is set, to most of what the cgroup and the
// limit of address space (ulimit -v) allow.
func limitMemory(log *slog.Logger) {
	limit, err := memlimit.Set(
		memlimit.WithRatio(1),
		memlimit.WithProvider(smallest(
			memlimit.ApplyRatio(memlimit.FromCgroup, cgroupShare),
			memlimit.ApplyRatio(addressSpace, addressShare))),
		memlimit.WithLogger(slog.New(slog.DiscardHandler)))
	if err == nil && limit < math.MaxInt64 {
		log.Info("limiting memory", "bytes", limit)
	}
}

// heapFloor is memory that nobody uses, so that it takes none of the machine's: the
// collector, which runs whenever the heap has doubled, counts it. Without it a server
// that holds a few MiB collects many times a second. It is to be kept alive.
func heapFloor() []byte {
	const most, share = 32 << 20, 32
	return make([]byte, min(most, debug.SetMemoryLimit(-1)/share))
}

// smallest is the smallest limit that there is.
func smallest(providers ...memlimit.Provider) memlimit.Provider {
	return func() (uint64, error) {
		least, err := uint64(0), memlimit.ErrNoLimit
		for _, provider := range providers {
			if limit, failure := provider(); failure == nil && (err != nil || limit < least) {
				least, err = limit, nil
			}
		}
		return least, err
	}
}
