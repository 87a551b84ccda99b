package pythonargs

import "github.com/toolparser/toolparser/parsers/internal/match"

// stringBegins reports whether b begins with a string, perhaps with a prefix.
func stringBegins(b []byte) match.Answer {
	n := prefixLength(b)
	switch {
	case n == len(b):
		return match.More
	case b[n] == '\'' || b[n] == '"':
		return match.Answer(n + 1)
	}
	return match.No
}

// prefixLength is the length of a string's prefix at the start of b.
func prefixLength(b []byte) int {
	n := 0
	for n < len(b) && n < 2 && (b[n]|0x20 == 'r' || b[n]|0x20 == 'u' || b[n]|0x20 == 'f') {
		n++
	}
	return n
}
