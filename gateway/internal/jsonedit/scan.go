package jsonedit

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// A scanner goes over a text once, and keeps where its long values end, so that looking for a value doesn't go
// over others again.
type scanner struct {
	text  string
	long  []span // by their starts
	first [8]span
}

// A span is where a value is in the text.
type span struct{ start, end int }

// minLong is how long a value is, in bytes, of which it is kept where it ends.
const minLong = 64

// end is the end of the value that starts at i, which was scanned.
func (in *scanner) end(i int) int {
	switch in.text[i] {
	case '{', '[', '"':
		at, found := slices.BinarySearchFunc(in.long, i, func(s span, i int) int { return cmp.Compare(s.start, i) })
		if found {
			return in.long[at].end
		}
	}
	return in.scan(i, maxDepth) // it is short
}

// maxDepth is how deep encoding/json reads.
const maxDepth = 10000

// scan returns the end of the value that starts at i; below 0 if there is none, or it nests deeper than depth.
func (in *scanner) scan(i, depth int) int {
	if i >= len(in.text) {
		return -1
	}
	switch c := in.text[i]; c {
	case '{', '[', '"':
		return in.scanLong(i, depth)
	case 't':
		return scanWord(in.text, i, "true")
	case 'f':
		return scanWord(in.text, i, "false")
	case 'n':
		return scanWord(in.text, i, "null")
	default:
		return scanNumber(in.text, i)
	}
}

// scanLong scans a value that may be long.
func (in *scanner) scanLong(start, depth int) (end int) {
	at := len(in.long)
	in.long = append(in.long, span{start, 0})
	if in.text[start] == '"' {
		end = scanString(in.text, start)
	} else {
		end = in.scanElements(start, depth-1)
	}
	if end-start < minLong {
		in.long = in.long[:at]
	} else {
		in.long[at].end = end
	}
	return end
}

// scanElements returns the end of the object or the array that starts at i.
func (in *scanner) scanElements(i, depth int) int {
	if depth < 0 {
		return -1
	}
	s := in.text
	isObject := s[i] == '{'
	closer := s[i] + 2 // in ASCII
	i = skipSpace(s, i+1)
	if i < len(s) && s[i] == closer {
		return i + 1
	}
	for {
		if isObject {
			if i = scanKey(s, i); i < 0 {
				return -1
			}
		}
		if i = in.scan(i, depth); i < 0 {
			return -1
		}
		switch i = skipSpace(s, i); {
		case i >= len(s):
			return -1
		case s[i] == closer:
			return i + 1
		case s[i] != ',':
			return -1
		}
		i = skipSpace(s, i+1)
	}
}

// scanKey returns where the value starts whose key starts at i; below 0 if there is no key.
func scanKey(s string, i int) int {
	if i >= len(s) || s[i] != '"' {
		return -1
	}
	if i = scanString(s, i); i < 0 {
		return -1
	}
	if i = skipSpace(s, i); i >= len(s) || s[i] != ':' {
		return -1
	}
	return skipSpace(s, i+1)
}

// scanString returns the end of the string that starts at i; below 0 if it isn't JSON.
func scanString(s string, i int) int {
	for i++; ; {
		if i = special(s, i); i >= len(s) {
			return -1
		}
		switch s[i] {
		case '"':
			return i + 1
		case '\\':
			if i = scanEscape(s, i+1); i < 0 {
				return -1
			}
		default:
			return -1
		}
	}
}

// special is where the next byte at or behind i is that a JSON string can't have as it is; the length of s if there
// is none. It looks at eight bytes at once.
func special(s string, i int) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	b := unsafe.Slice(unsafe.StringData(s), len(s)) // it is only read
	for ; i+8 <= len(b); i += 8 {
		w := binary.LittleEndian.Uint64(b[i:])
		quote, backslash := w^ones*'"', w^ones*'\\'
		// The lowest byte whose high bit is set is a control character, or is 0 in one of the two others.
		if found := ((w - ones*' ') | (quote - ones) | (backslash - ones)) &^ w & highs; found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for ; i < len(b); i++ {
		if c := b[i]; c < ' ' || c == '"' || c == '\\' {
			return i
		}
	}
	return i
}

// scanEscape returns the end of the escape of which what is behind the backslash starts at i; below 0 if there is none.
func scanEscape(s string, i int) int {
	switch {
	case i >= len(s):
		return -1
	case s[i] == 'u' && i+5 <= len(s) && isHex(s[i+1:i+5]):
		return i + 5
	case strings.IndexByte(`"\/bfnrt`, s[i]) >= 0:
		return i + 1
	default:
		return -1
	}
}

func isHex(digits string) bool {
	for i := range len(digits) {
		if c := digits[i]; !(isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f') {
			return false
		}
	}
	return true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func scanWord(s string, i int, word string) int {
	if !strings.HasPrefix(s[i:], word) {
		return -1
	}
	return i + len(word)
}

// scanNumber returns the end of the number that starts at i.
func scanNumber(s string, i int) int {
	if s[i] == '-' {
		i++
	}
	start := i
	if i = skipDigits(s, i); i == start || i > start+1 && s[start] == '0' {
		return -1
	}
	if i < len(s) && s[i] == '.' {
		start = i + 1
		if i = skipDigits(s, start); i == start {
			return -1
		}
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		if i++; i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		start = i
		if i = skipDigits(s, i); i == start {
			return -1
		}
	}
	return i
}

func skipDigits(s string, i int) int {
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return i
}

func skipSpace(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\n' || s[i] == '\r' || s[i] == '\t') {
		i++
	}
	return i
}

// unquoted is the text of a JSON string. Half of a surrogate pair becomes U+FFFD.
func unquoted(raw string) string {
	s := raw[1 : len(raw)-1]
	at := strings.IndexByte(s, '\\')
	if at < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for ; at >= 0; at = strings.IndexByte(s, '\\') {
		b = append(b, s[:at]...)
		c := s[at+1]
		s = s[at+2:]
		switch c {
		case 'b':
			b = append(b, '\b')
		case 'f':
			b = append(b, '\f')
		case 'n':
			b = append(b, '\n')
		case 'r':
			b = append(b, '\r')
		case 't':
			b = append(b, '\t')
		case 'u':
			r := codeUnit(s)
			s = s[4:]
			if utf16.IsSurrogate(r) {
				second := rune(utf8.RuneError)
				if strings.HasPrefix(s, `\u`) {
					second = codeUnit(s[2:])
				}
				if r = utf16.DecodeRune(r, second); r != utf8.RuneError {
					s = s[len(`\ude00`):]
				}
			}
			b = utf8.AppendRune(b, r)
		default:
			b = append(b, c)
		}
	}
	return unsafeString(append(b, s...))
}

// codeUnit is what four hexadecimal digits say.
func codeUnit(digits string) rune {
	n, _ := strconv.ParseUint(digits[:4], 16, 16) // it was checked
	return rune(n)
}

// unsafeString is a buffer that doesn't change any more, as a string.
func unsafeString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
