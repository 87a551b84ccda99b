//go:build unix

package cputime

import (
	"syscall"
	"time"
)

// Used is the processor time that this process has used: what other processes do
// meanwhile hardly changes it.
func Used() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
