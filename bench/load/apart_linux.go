package main

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"
)

// startApart starts a server on all processors but the last, and keeps the last for
// the load: what the load costs would count as the server's otherwise. With one
// processor alone, they share it.
func startApart(process *exec.Cmd) error {
	var all unix.CPUSet
	if err := unix.SchedGetaffinity(0, &all); err != nil || all.Count() < 2 {
		return process.Start()
	}
	server, load := all, unix.CPUSet{}
	last := lastOf(&all)
	server.Clear(last)
	load.Set(last)

	runtime.LockOSThread() // a process inherits the processors of the thread that starts it
	defer runtime.UnlockOSThread()
	if err := unix.SchedSetaffinity(0, &server); err != nil {
		return err
	}
	if err := process.Start(); err != nil {
		return err
	}
	runtime.GOMAXPROCS(1)
	return keepTo(&load)
}

// keepTo keeps every thread of this process, and so those that they start, to the
// processors of the set.
func keepTo(set *unix.CPUSet) error {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return err
	}
	for _, thread := range threads {
		id, err := strconv.Atoi(thread.Name())
		if err != nil {
			return err
		}
		if err := unix.SchedSetaffinity(id, set); err != nil && !errors.Is(err, unix.ESRCH) {
			return err
		}
	}
	return nil
}

func lastOf(set *unix.CPUSet) int {
	last := 0
	for i, n := 0, set.Count(); n > 0; i++ {
		if set.IsSet(i) {
			last = i
			n--
		}
	}
	return last
}

// limitSpace bounds the address space of this process, and of those that it starts from now on.
func limitSpace(most uint64) error {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_AS, &limit); err != nil {
		return err
	}
	limit.Cur = min(most, limit.Max)
	return unix.Setrlimit(unix.RLIMIT_AS, &limit)
}
