//go:build !amd64 || purego

package bytetable

// Wide: the processor takes no 32 bytes at a time, as far as is known here.
const Wide, wider = false, false

// Least is of no use.
const Least = Enough

// There are no Pairs that need them.

func find(*halves, *byte, int) int       { return 0 }
func findWhole(*whole, *byte, int) int   { return 0 }
func findBefore(*halves, *byte, int) int { return 0 }
