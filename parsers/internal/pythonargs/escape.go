package pythonargs

import (
	"strings"
	"unicode/utf16"

	"github.com/toolparser/toolparser/parsers/internal/values"
)

const hexDigits = "0123456789abcdef"

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
	case '\'':
		dst = append(dst, c)
	case 'a':
		dst = appendUnit(dst, 7)
	case 'v':
		dst = appendUnit(dst, 11)
	case 'x', 'u', 'U':
		if dst, n, ok = appendHex(dst, b, final); !ok {
			// This is no string in Python, so its other escapes may be none, either.
			t.path = true
			return append(dst, '\\', '\\'), 1, false
		}
		return dst, n, true
	case '0', '1', '2', '3', '4', '5', '6', '7':
		dst, n = appendOctal(dst, b, final)
		return dst, n, true
	default:
		return append(dst, '\\', '\\'), 1, true // Python keeps it
	}
	return dst, 2, true
}

// appendUnit appends a UTF-16 code unit.
func appendUnit(dst []byte, v rune) []byte {
	return append(dst, '\\', 'u', hexDigits[v>>12&15], hexDigits[v>>8&15], hexDigits[v>>4&15], hexDigits[v&15])
}

// appendHex appends the character that \xhh, \uhhhh or \Uhhhhhhhh stands for. It isn't ok if b
// begins with no such escape.
func appendHex(dst, b []byte, final bool) (out []byte, n int, ok bool) {
	n = hexLength(b[1])
	var v rune
	for i := 2; i < n; i++ {
		if i == len(b) && !final {
			return dst, -1, true
		}
		digit := -1
		if i < len(b) {
			digit = strings.IndexByte(hexDigits, lower(b[i]))
		}
		if digit < 0 || v > 0x10ffff>>4 {
			return dst, 0, false
		}
		v = v<<4 | rune(digit)
	}
	switch high, low := utf16.EncodeRune(v); {
	case v > 0x10ffff:
		return dst, 0, false
	case v > 0xffff:
		return appendUnit(appendUnit(dst, high), low), n, true
	case b[1] == 'u':
		return append(dst, b[:n]...), n, true // as it is
	}
	return appendUnit(dst, v), n, true
}

// hexLength is the length of a hexadecimal escape, by its letter.
func hexLength(c byte) int {
	switch c {
	case 'x':
		return 4
	case 'u':
		return 6
	}
	return 10
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'F' {
		return c | 0x20
	}
	return c
}

func appendOctal(dst, b []byte, final bool) (out []byte, n int) {
	v, n := rune(0), 1
	for n < len(b) && n < 4 && '0' <= b[n] && b[n] <= '7' {
		v = v<<3 | rune(b[n]-'0')
		n++
	}
	if n == len(b) && n < 4 && !final {
		return dst, -1
	}
	return appendUnit(dst, v), n
}
