package parsers

import "unicode/utf8"

// A UTF8Decoder makes strings of pieces of text that may be cut inside a code
// point, as in the raw_delta of the contract. Every byte that is no UTF-8
// becomes U+FFFD; the strings add up to the same whatever the cut. The zero
// value is ready for use.
type UTF8Decoder struct {
	held  [utf8.UTFMax]byte
	nHeld int
}

// Decode returns the text of the next piece as far as its code points are
// whole. It holds back at most 3 bytes.
func (d *UTF8Decoder) Decode(piece []byte) string {
	if d.nHeld > 0 {
		piece = append(d.held[:d.nHeld:d.nHeld], piece...)
	}
	whole := wholeRunes(piece)
	d.nHeld = copy(d.held[:], piece[whole:])
	return validUTF8(piece[:whole])
}

// Flush returns what is held back, at the end of the text.
func (d *UTF8Decoder) Flush() string {
	held := d.held[:d.nHeld]
	d.nHeld = 0
	return validUTF8(held)
}

func validUTF8(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	return string([]rune(string(text)))
}
