package match

// IsSpace tells whether c is white space between tokens: JSON's.
func IsSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
