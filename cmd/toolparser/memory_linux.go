package main

import (
	"os"
	"strconv"
	"strings"
	"syscall"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// addressSpace is what is left of the address space that the process may have.
func addressSpace() (uint64, error) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &limit); err != nil {
		return 0, err
	}
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(text), " ")
	pages, err := strconv.ParseUint(first, 10, 64)
	if err != nil {
		return 0, err
	}
	used := pages * uint64(os.Getpagesize())
	const none = 1 << 62 // RLIM_INFINITY, or as good as that
	if limit.Cur >= none || limit.Cur <= used {
		return 0, memlimit.ErrNoLimit
	}
	return limit.Cur - used, nil
}
