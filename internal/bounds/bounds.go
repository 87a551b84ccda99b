// Package bounds says what is wrong with the numbers of settings, in words that follow the name of the setting. Nothing
// is wrong with a number if they are empty. It is apart from package settings, since a server has no command line.
package bounds

import (
	"fmt"
	"math"
	"time"
)

// NotNegative is about a number that has a meaning from 0 on.
func NotNegative[T int | int64 | float64 | time.Duration](n T) string {
	if n >= 0 && !math.IsInf(float64(n), 0) {
		return ""
	}
	return fmt.Sprintf(" %v: want 0 or more", n)
}

// Share is about a share, whose 0 stands for a default.
func Share(n float64) string {
	if n >= 0 && n <= 1 {
		return ""
	}
	return fmt.Sprintf(" %v: want a number from 0 to 1, or 0 for the default", n)
}
