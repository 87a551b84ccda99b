package jsonscan

// A quote is a pair of string delimiters.
type quote uint8

// opensString reports whether the byte c at the scanner's position opens a
// string, and how wide the quote is. A width of -1 asks for more bytes.
func (s *Scanner) opensString(w *Window, c byte) (q quote, width int, ok bool) {
	switch {
	case c == '"':
		return double, 1, true
	case s.Tolerance&AllowQuoteStyles == 0:
		return 0, 0, false
	case c == '\'':
		return single, 1, true
	case c != smartLead:
		return 0, 0, false
	}
	b := w.Win[s.pos-w.Base:]
	if len(b) < 3 && !w.Final && (len(b) < 2 || b[1] == 0x80) {
		return 0, -1, false
	}
	if len(b) < 3 || b[1] != 0x80 {
		return 0, 0, false
	}
	switch b[2] {
	case 0x9C:
		return curly, 3, true
	case 0x9D:
		return closing, 3, true
	case 0x9E:
		return low, 3, true
	case 0x98:
		return curlySingle, 3, true
	case 0x99:
		return closingSingle, 3, true
	}
	return 0, 0, false
}

// closes reports whether the last byte of a smart quote closes a string.
func (q quote) closes(b byte) bool {
	switch q {
	case curly, closing:
		return b == 0x9D
	case low:
		return b == 0x9C || b == 0x9D
	case curlySingle, closingSingle:
		return b == 0x99
	}
	return false
}

// width is the length of the quote in bytes.
func (q quote) width() int {
	if q <= single {
		return 1
	}
	return 3
}

// Smart quotes are U+2018 to U+201E: E2 80 98 … 9E.
const smartLead = 0xE2

func (q quote) closer(b []byte, final bool) int {
	switch q {
	case double:
		if b[0] == '"' {
			return 1
		}
		return 0
	case single:
		if b[0] == '\'' {
			return 1
		}
		return 0
	}
	if b[0] != smartLead || len(b) > 1 && b[1] != 0x80 {
		return 0
	}
	if len(b) < 3 {
		if final {
			return 0
		}
		return -1
	}
	if q.closes(b[2]) {
		return 3
	}
	return 0
}

// may reports whether a string of this kind may end at c with the break.
func (b *Break) may(c byte, q quote) bool {
	return b.At != nil && q != double && b.Firsts[c]
}
