package pythonargs

import (
	"strings"
	"unicode/utf16"

	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/values"
)

const hexDigits = "0123456789abcdef"

// escape writes what the backslash that b begins with stands for: how many
// bytes that takes, -1 if more must be seen.
func (r *Reader) escape(b []byte, final bool) int {
	if len(b) < 2 {
		return -1
	}
	t, c := &r.text, b[1]
	if t.raw {
		n := 1
		if c == '\\' || c == t.quote {
			n = 2
		}
		r.out = values.AppendEscaped(r.out, b[:n])
		return n
	}
	switch c {
	case '\n':
		return 2
	case '\'':
		r.out = append(r.out, c)
	case '\\', '"', 'n', 't', 'r', 'b', 'f':
		t.escapes = t.escapes || c != '\\'
		r.out = append(r.out, '\\', c)
	case 'a':
		r.unit(7)
	case 'v':
		r.unit(11)
	case 'x', 'u', 'U':
		return r.hexEscape(b, final)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		return r.octalEscape(b, final)
	default:
		r.out = append(r.out, '\\', '\\') // Python keeps it
		return 1
	}
	return 2
}

// unit writes a UTF-16 code unit.
func (r *Reader) unit(v rune) {
	r.out = append(r.out, '\\', 'u', hexDigits[v>>12&15], hexDigits[v>>8&15], hexDigits[v>>4&15], hexDigits[v&15])
}

// hexEscape writes what \xhh, \uhhhh or \Uhhhhhhhh stands for.
func (r *Reader) hexEscape(b []byte, final bool) int {
	n := hexLength(b[1])
	var v rune
	for i := 2; i < n; i++ {
		if i == len(b) && !final {
			return -1
		}
		digit := -1
		if i < len(b) {
			digit = strings.IndexByte(hexDigits, lower(b[i]))
		}
		if digit < 0 || v > 0x10ffff>>4 {
			return r.noEscape()
		}
		v = v<<4 | rune(digit)
	}
	if v > 0x10ffff {
		return r.noEscape()
	}
	if high, low := utf16.EncodeRune(v); v > 0xffff {
		r.unit(high)
		r.unit(low)
		return n
	}
	if b[1] == 'u' {
		r.out = append(r.out, b[:n]...) // as it is
		return n
	}
	r.unit(v)
	return n
}

// noEscape writes a backslash that begins an escape without its digits: no string
// in Python, so what else is escaped in it may be none, either.
func (r *Reader) noEscape() int {
	r.text.path = true
	r.note(repair.InvalidEscape, r.pos)
	r.out = append(r.out, '\\', '\\')
	return 1
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

func (r *Reader) octalEscape(b []byte, final bool) int {
	v, n := rune(0), 1
	for n < len(b) && n < 4 && '0' <= b[n] && b[n] <= '7' {
		v = v<<3 | rune(b[n]-'0')
		n++
	}
	if n == len(b) && n < 4 && !final {
		return -1
	}
	r.unit(v)
	return n
}
