//go:build !unix

package cputime

import "time"

var start = time.Now()

// Used is the time that has passed.
func Used() time.Duration { return time.Since(start) }
