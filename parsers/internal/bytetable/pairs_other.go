//go:build !amd64 || purego

package bytetable

// Wide is false: this package has no code for the processor that takes 32 bytes at a time.
const Wide, wider = false, false

// Least isn't used here.
const Least = Enough

// NewPairs always returns nil, so nothing calls these functions.

func find(*halves, *byte, int) int       { return 0 }
func findWhole(*whole, *byte, int) int   { return 0 }
func findBefore(*halves, *byte, int) int { return 0 }
