package auto

import "slices"

// addNew appends those that aren't there yet.
func addNew(list []string, more ...string) []string {
	return addOther(list, more, func(a, b string) bool { return a == b })
}

// addOther appends those that aren't the same as one that is there.
func addOther[T any](list, more []T, same func(a, b T) bool) []T {
	for _, one := range more {
		if !slices.ContainsFunc(list, func(other T) bool { return same(other, one) }) {
			list = append(list, one)
		}
	}
	return list
}
