package values

import "github.com/toolparser/toolparser/parsers/internal/match"

// AppendCompact appends JSON without the white space between its tokens.
func AppendCompact(dst, text []byte) []byte {
	quoted, escaped := false, false
	for _, c := range text {
		switch {
		case escaped:
			escaped = false
		case quoted:
			escaped = c == '\\'
			quoted = c != '"'
		case match.IsSpace(c):
			continue
		default:
			quoted = c == '"'
		}
		dst = append(dst, c)
	}
	return dst
}

// AppendString appends text as a JSON string.
func AppendString(dst, text []byte) []byte {
	return append(AppendEscaped(append(dst, '"'), text), '"')
}

// Plain tells whether text stands in a JSON string as it is.
func Plain(text []byte) bool {
	for _, c := range text {
		if c < ' ' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// AppendEscaped appends what text is in a JSON string: only what JSON doesn't
// allow there is escaped.
func AppendEscaped(dst, text []byte) []byte {
	from := 0
	for i, c := range text {
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, text[from:i]...)
		from = i + 1
		switch {
		case c >= ' ':
			dst = append(dst, '\\', c)
		case control[c] != '.':
			dst = append(dst, '\\', control[c])
		default:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	return append(dst, text[from:]...)
}
