package main

import (
	"log/slog"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"github.com/toolparser/toolparser/server"
)

// addressShare is the part of the address space that becomes GOMEMLIMIT; the rest is for
// what the runtime doesn't count, and what it reserves.
const addressShare = 0.5

// limitMemory sets GOMEMLIMIT, unless it is set, to most of what the cgroup, the limit of
// address space (ulimit -v) and the machine allow. It returns what says so in a log.
func limitMemory() (report func(*slog.Logger)) {
	sources := []memorySource{
		{"the cgroup's memory", memlimit.ApplyRatio(memlimit.FromCgroup, server.RuntimeShare)},
		{"the machine's memory", memlimit.ApplyRatio(memlimit.FromSystem, server.RuntimeShare)},
		{"the address space (ulimit -v)", memlimit.ApplyRatio(addressSpace, addressShare)},
	}
	var of string
	limit, err := memlimit.Set(
		memlimit.WithRatio(1),
		memlimit.WithProvider(func() (limit uint64, err error) {
			limit, of, err = smallest(sources)
			return limit, err
		}),
		memlimit.WithLogger(slog.New(slog.DiscardHandler)))
	return func(log *slog.Logger) {
		if err == nil && of != "" {
			log.Info("limiting memory", "GOMEMLIMIT", limit, "share_of", of)
		}
	}
}

// A memorySource knows a limit of memory, or that there is none.
type memorySource struct {
	name string
	ask  memlimit.Provider
}

// heapFloor is memory that no one uses, so that it takes none of the machine's: the
// collector, which runs whenever the heap has doubled, counts it. Without it a server
// that holds a few MiB collects many times a second. It is to be kept alive.
func heapFloor() []byte {
	const most, share = 32 << 20, 32
	return make([]byte, min(most, debug.SetMemoryLimit(-1)/share))
}

// smallest is the smallest limit that there is, and what has it.
func smallest(sources []memorySource) (least uint64, of string, err error) {
	err = memlimit.ErrNoLimit
	for _, source := range sources {
		if limit, failure := source.ask(); failure == nil && (err != nil || limit < least) {
			least, of, err = limit, source.name, nil
		}
	}
	return least, of, err
}
