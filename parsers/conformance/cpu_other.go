//go:build !unix

package conformance

import "time"

var start = time.Now()

// cpuTime is the time that has passed.
func cpuTime() time.Duration { return time.Since(start) }
