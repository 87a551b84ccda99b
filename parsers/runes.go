package parsers

import "unicode/utf8"

// A splitRune holds the first bytes of a code point that a parser has cut, so
// that everything behind it sees whole code points: a white space of several
// bytes is one however the output was cut, and no delta ends inside a code point.
type splitRune struct {
	queue *markupQueue
	found *found

	at      int
	bytes   [utf8.UTFMax]byte
	n       uint8
	invalid bool // of InvalidText, not of Text
}

// split is Text or InvalidText for pieces that may begin or end inside a code point.
func (r *splitRune) split(at int, text []byte, invalid bool) {
	if r.n > 0 {
		n := r.complete(text)
		at, text = at+n, text[n:]
	}
	whole := wholeRunes(text)
	if whole > 0 {
		r.emit(at, text[:whole], invalid)
	}
	if whole < len(text) {
		r.hold(at+whole, text[whole:], invalid)
	}
}

// hold keeps the first bytes of a code point.
func (r *splitRune) hold(at int, bytes []byte, invalid bool) {
	r.at, r.n, r.invalid = at, uint8(copy(r.bytes[:], bytes)), invalid
}

// complete adds bytes of text to the held ones until they are a code
// point or can't become one, and returns how many it took.
func (r *splitRune) complete(text []byte) int {
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
		r.end()
		return i
	}
	return len(text)
}

// end emits what is held as it is: nothing more comes to complete it.
func (r *splitRune) end() {
	if r.n > 0 {
		r.emitHeld()
	}
}

// emitHeld is rare. In end it would keep that from being inlined.
//
//go:noinline
func (r *splitRune) emitHeld() {
	n := r.n
	r.n = 0
	r.emit(r.at, r.bytes[:n], r.invalid)
}

func (r *splitRune) emit(at int, text []byte, invalid bool) {
	if invalid {
		r.found.invalidText(at, text)
	} else {
		r.queue.addText(at, text)
	}
}
