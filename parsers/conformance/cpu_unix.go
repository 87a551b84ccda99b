//go:build unix

package conformance

import (
	"syscall"
	"time"
)

// cpuTime is the processor time that this process has used: what other processes do
// meanwhile hardly changes it.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
