package auto

import "slices"

// addNew appends those that aren't there yet.
func addNew(list []string, more ...string) []string {
	for _, text := range more {
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}
