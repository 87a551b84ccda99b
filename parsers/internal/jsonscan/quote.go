package jsonscan

// A Quote is a pair of string delimiters.
type Quote uint8

const (
	double        Quote = iota // "…"
	single                     // '…'
	curly                      // “…”
	closing                    // ”…”
	low                        // „…“ or „…”
	curlySingle                // ‘…’
	closingSingle              // ’…’
)

// opensString reports whether the byte c at offset at opens a string, and how wide the quote is. A
// width of -1 asks for more bytes.
func opensString(w *Window, at int, c byte, t Tolerance) (q Quote, width int, ok bool) {
	switch {
	case c == '"':
		return double, 1, true
	case t == Strict:
		return 0, 0, false
	case c == '\'':
		return single, 1, true
	case c != smartLead:
		return 0, 0, false
	}
	b := w.Win[at-w.Base:]
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
func (q Quote) closes(b byte) bool {
	switch q {
	case curly, closing:
		return b == 0x9D
	case low:
		return b == 0x9C || b == 0x9D
	}
	return b == 0x99
}

// width is the length of the quote in bytes.
func (q Quote) width() int {
	if q <= single {
		return 1
	}
	return 3
}

// Smart quotes are U+2018 to U+201E: E2 80 98 … 9E.
const smartLead = 0xE2

// Lead is the first byte of the delimiter that closes the string.
func (q Quote) Lead() byte {
	switch q {
	case double:
		return '"'
	case single:
		return '\''
	}
	return smartLead
}

// Closer is the width of the delimiter at the start of b that could close the string; 0 if there is
// none, -1 if it takes more bytes to decide.
func (q Quote) Closer(b []byte, final bool) int {
	switch {
	case b[0] != q.Lead():
		return 0
	case q <= single:
		return 1
	case len(b) > 1 && b[1] != 0x80:
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
