package parsers

import "unicode/utf8"

// A splitRune holds the first bytes of a code point that a parser has cut, so
// that everything behind it sees whole code points: a white space of several
// bytes is one however the output was cut, and no delta ends inside a code point.
type splitRune struct {
	at      int
	n       int
	bytes   [utf8.UTFMax]byte
	invalid bool // of InvalidText, not of Text
}

// splitText is Text or InvalidText for pieces that may begin or end inside a code point.
func (c *collector) splitText(at int, text []byte, invalid bool) {
	if c.runes.n > 0 {
		n := c.completeRune(text)
		at, text = at+n, text[n:]
	}
	whole := wholeRunes(text)
	if whole > 0 {
		c.emitText(at, text[:whole], invalid)
	}
	if whole < len(text) {
		c.runes.hold(at+whole, text[whole:], invalid)
	}
}

// hold keeps the first bytes of a code point.
func (r *splitRune) hold(at int, bytes []byte, invalid bool) {
	r.at, r.n, r.invalid = at, copy(r.bytes[:], bytes), invalid
}

// completeRune adds bytes of text to the held ones until they are a code
// point or can't become one, and returns how many it took.
func (c *collector) completeRune(text []byte) int {
	r := &c.runes
	for i, b := range text {
		r.bytes[r.n] = b
		if !utf8.FullRune(r.bytes[:r.n+1]) {
			r.n++
			continue
		}
		if utf8.Valid(r.bytes[:r.n+1]) {
			r.n++
			i++
		}
		c.endText()
		return i
	}
	return len(text)
}

// endText emits what is held as it is: nothing more comes to complete it.
func (c *collector) endText() {
	if n := c.runes.n; n > 0 {
		c.runes.n = 0
		c.emitText(c.runes.at, c.runes.bytes[:n], c.runes.invalid)
	}
}

func (c *collector) emitText(at int, text []byte, invalid bool) {
	if invalid {
		c.found.invalidText(at, text)
	} else {
		c.wholeText(at, text)
	}
}
