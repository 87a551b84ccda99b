// Package bytetable finds the bytes of a table. It passes over most of an output.
//
// Reading order:
//
//   - pairs.go: the search of many bytes at a time, each with the byte behind it.
//   - watched.go: which bytes mean something in prose.
//   - index.go: the search in a loop.
//   - tables.go: the tables for that, for what a processor can look up.
//   - pairs_amd64.go: what the processor can look up.
package bytetable

// Of returns the table of the bytes that count.
func Of(counts func(c byte) bool) (table [256]bool) {
	for c := range table {
		table[c] = counts(byte(c))
	}
	return table
}

// Index is the index of the first byte of b from index i on that is in the table, or
// len(b). It takes four bytes at a time, so that bounds are checked once for all four.
// With more bytes at a time, text in which bytes of the table are frequent would take longer.
func Index(b []byte, i int, table *[256]bool) int {
	for ; i+4 <= len(b); i += 4 {
		if four := b[i : i+4 : i+4]; table[four[0]] || table[four[1]] || table[four[2]] || table[four[3]] {
			break
		}
	}
	for i < len(b) && !table[b[i]] {
		i++
	}
	return i
}
