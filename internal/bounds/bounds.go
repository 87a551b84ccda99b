// Package bounds says what is wrong with the numbers and names of settings, in words that follow the name of the
// setting. Nothing is wrong if they are empty. It is apart from package settings, since a server has no command line.
package bounds

import (
	"fmt"
	"math"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
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

// Name is about a name that becomes a label of metrics, or a word of the log: Prometheus' client panics at a label that
// isn't UTF-8.
func Name(name string) string {
	if utf8.ValidString(name) && strings.IndexFunc(name, unicode.IsControl) < 0 {
		return ""
	}
	return fmt.Sprintf(" %q: want UTF-8 without control characters", name)
}
