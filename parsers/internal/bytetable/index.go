// Package bytetable finds the bytes of a table: most of an output is passed over in here.
//
// Reading order:
//
//   - index.go: in a loop.
//   - pairs.go: many at a time, with those behind them.
//   - whole.go, halves.go: the tables for that, by what a processor can look up.
//   - pairs_amd64.go: whether it can.
package bytetable

// Index is the index of the first byte of b from index i on that is in the table, or
// len(b). It takes four bytes at a time, so that bounds are checked once for all;
// with more, text in which such bytes are frequent takes longer.
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
