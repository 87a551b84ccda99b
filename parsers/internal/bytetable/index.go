// Package bytetable finds the bytes of a table: most of an output is passed over in here.
package bytetable

// Index is the index of the first byte of b from index i on that is in the table, or
// len(b). Eight bytes are looked at at a time, so that bounds are checked once for all.
func Index(b []byte, i int, table *[256]bool) int {
	for ; i+8 <= len(b); i += 8 {
		eight := (*[8]byte)(b[i:])
		if table[eight[0]] || table[eight[1]] || table[eight[2]] || table[eight[3]] ||
			table[eight[4]] || table[eight[5]] || table[eight[6]] || table[eight[7]] {
			break
		}
	}
	for i < len(b) && !table[b[i]] {
		i++
	}
	return i
}
