package pythonargs

import (
	"unicode/utf16"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/values"
)

// jsonEscapes are the bytes behind a backslash that mean the same in JSON.
var jsonEscapes = [256]bool{'\\': true, '"': true, 'n': true, 't': true, 'r': true, 'b': true, 'f': true}

// escape appends the text that the backslash at the start of b stands for, and returns how many
// bytes of b that takes, -1 if it needs more bytes to decide. It isn't ok if the backslash begins an
// escape without its digits. In a string that isn't raw, the byte behind the backslash is none of
// jsonEscapes.
func (t *stringReader) escape(dst, b []byte, final bool) (out []byte, n int, ok bool) {
	if len(b) < 2 {
		return dst, -1, true
	}
	c := b[1]
	if t.raw {
		n := 1
		if c == '\\' || c == t.quote {
			n = 2
		}
		return values.AppendEscaped(dst, b[:n]), n, true
	}
	switch c {
	case '\n':
		return dst, 2, true
	case '\'':
		return append(dst, c), 2, true
	}
	r, n := jsonscan.PythonEscape(b, final)
	switch {
	case n < 0:
		return dst, -1, true
	case n == 0 && (c == 'x' || c == 'u' || c == 'U'):
		// This is no string in Python, so its other escapes may be none, either.
		t.path = true
		return append(dst, '\\', '\\'), 1, false
	case n == 0:
		return append(dst, '\\', '\\'), 1, true // Python keeps it
	case c == 'u':
		return append(dst, b[:n]...), n, true // as it is
	case r > 0xffff:
		high, low := utf16.EncodeRune(r)
		return jsonscan.AppendUnit(jsonscan.AppendUnit(dst, high), low), n, true
	}
	return jsonscan.AppendUnit(dst, r), n, true
}
