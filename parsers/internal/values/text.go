package values

import (
	"encoding/binary"
	"slices"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// AppendCompact appends JSON without the white space between its tokens.
func AppendCompact(dst, text []byte) []byte {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case match.IsSpace(c):
		case c == '"':
			n := 1 + stringLen(text[i+1:])
			dst = append(dst, text[i:i+n]...)
			i += n - 1
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// stringLen is the length of the rest of a string, with which b begins, including the closing quote.
func stringLen(b []byte) int {
	for i := 0; ; i++ {
		i += jsonscan.PlainLen(b[i:])
		switch {
		case i == len(b):
			return i
		case b[i] == '"':
			return i + 1
		case b[i] == '\\' && i+1 < len(b):
			i++
		}
	}
}

// AppendString appends text as a JSON string.
func AppendString(dst, text []byte) []byte {
	return append(AppendEscaped(append(dst, '"'), text), '"')
}

// Plain reports whether text needs no escapes in a JSON string.
func Plain(text []byte) bool { return jsonscan.PlainLen(text) == len(text) }

// AppendEscaped appends text as it is in a JSON string. It escapes only the bytes that JSON doesn't
// allow there.
func AppendEscaped(dst, text []byte) []byte {
	if n := len(text); n > cap(dst)-len(dst) {
		dst = slices.Grow(dst, n+n/16) // code has about one escape in twenty bytes
	}
	for len(text) >= 8 {
		if eight := binary.LittleEndian.Uint64(text); jsonscan.AllPlain(eight) {
			dst = binary.LittleEndian.AppendUint64(dst, eight)
		} else {
			dst = appendBytes(dst, text[:8])
		}
		text = text[8:]
	}
	n := jsonscan.PlainLen(text)
	return appendBytes(append(dst, text[:n]...), text[n:])
}

const (
	hex     = "0123456789abcdef"
	control = "........btn.fr.................." // the letter of \b, \t and so on
)

// appendBytes is AppendEscaped, byte by byte.
func appendBytes(dst, text []byte) []byte {
	for _, c := range text {
		switch {
		case c >= ' ' && c != '"' && c != '\\':
			dst = append(dst, c)
		case c >= ' ':
			dst = append(dst, '\\', c)
		case control[c] != '.':
			dst = append(dst, '\\', control[c])
		default:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	return dst
}
