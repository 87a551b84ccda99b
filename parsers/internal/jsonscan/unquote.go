package jsonscan

import (
	"encoding/binary"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Decode is the value of a string token.
func (l *Log) Decode(w *Window, t Token) []byte {
	raw := w.Slice(t.Start, t.End)
	if !t.Escaped {
		return raw
	}
	if l.Edited(t.Start, t.End) {
		raw = l.Append(nil, w, t.Start, t.End)
	}
	return DecodeString(raw, true)
}

// DecodeString is the value of a JSON string, given without its quotes. It is raw
// itself if that has no escapes. Bytes that are no UTF-8 stay as they are. Half of a
// surrogate pair becomes U+FFFD, because no text can hold it.
func DecodeString(raw []byte, escaped bool) []byte {
	if !escaped {
		return raw
	}
	text := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); {
		end := len(raw)
		if i+8 <= end {
			if eight := binary.LittleEndian.Uint64(raw[i:]); AllPlain(eight) {
				text = binary.LittleEndian.AppendUint64(text, eight)
				i += 8
				continue
			}
			end = i + 8
		}
		for i < end {
			if raw[i] != '\\' || i+1 == len(raw) {
				text = append(text, raw[i])
				i++
				continue
			}
			r, n := Unescape(raw[i:])
			text = utf8.AppendRune(text, r)
			i += n
		}
	}
	return text
}

// Unescape is the code point that the escape at the start of b stands for, and
// the escape's length. An escape that JSON doesn't know stands for its backslash.
func Unescape(b []byte) (r rune, n int) {
	switch b[1] {
	case '"', '/', '\\':
		return rune(b[1]), 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		return unescapeUnicode(b)
	}
	return '\\', 1
}

// unescapeUnicode is Unescape for \uXXXX, or for two of them that are a pair.
func unescapeUnicode(b []byte) (r rune, n int) {
	first, ok := utf16Unit(b)
	if !ok {
		return '\\', 1
	}
	if !utf16.IsSurrogate(first) {
		return first, 6
	}
	if second, ok := utf16Unit(b[6:]); ok {
		if r := utf16.DecodeRune(first, second); r != utf8.RuneError {
			return r, 12
		}
	}
	return utf8.RuneError, 6
}

// utf16Unit is the UTF-16 code unit in \uXXXX at the start of b.
func utf16Unit(b []byte) (unit rune, ok bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	v, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	return rune(v), err == nil
}
