// Package nearname tells which of the known names someone may have meant who wrote one that isn't known: a
// name that is far off helps no one.
package nearname

import "strings"

const (
	// leastPart is how many bytes a name has at least if a longer one that begins with it is near.
	leastPart = 2
	// leastEdited is how many bytes a name has at least if one that differs is near.
	leastEdited = 4
)

// Is reports whether one of the names may have been written for the other: a third of the shorter one differs
// at most, or it begins the other. Case, and what separates the parts of a name, doesn't count.
func Is(a, b string) bool {
	a, b = Plain(a), Plain(b)
	shorter, longer := a, b
	if len(a) > len(b) {
		shorter, longer = b, a
	}
	if len(shorter) < leastEdited {
		return len(shorter) >= leastPart && strings.HasPrefix(longer, shorter)
	}
	return strings.HasPrefix(longer, shorter) || 3*Edits(a, b) <= len(shorter)
}

// Plain is a name in lower case, without what separates its parts: it is written with or without.
func Plain(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("_-. ", r) {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// Edits is how many bytes must be added, dropped, replaced, or swapped with their neighbor to make one text of the other.
func Edits(a, b string) int {
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		for j := range len(b) {
			cost := row[j]
			if a[i] != b[j] {
				cost++
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				cost = min(cost, before[j-1]+1)
			}
			next[j+1] = min(cost, row[j+1]+1, next[j]+1)
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}
