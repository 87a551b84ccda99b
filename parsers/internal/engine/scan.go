package engine

import "github.com/toolparser/toolparser/parsers"

// skip is the index of the first byte of b from i on that is in the table, and may
// mean something where the byte behind it stands.
func (t *triggers) skip(b []byte, i int, table *[256]bool) int {
	tells := parsers.Tells{First: table, Second: &t.seconds}
	return tells.Index(b, i)
}

// fits tells whether a byte that may mean something does so before the next one.
func (t *triggers) fits(c, next byte) bool {
	seconds := t.seconds[c]
	return seconds == nil || seconds[next]
}
