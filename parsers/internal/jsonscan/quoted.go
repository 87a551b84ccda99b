package jsonscan

import (
	"encoding/binary"

	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// A quoted is what is known of the current string. It decides what the string's bytes mean.
type quoted struct {
	end     int // where it must end, or -1
	quote   Quote
	escaped bool // its bytes aren't its value
	raw     bool // every backslash stands for itself
	unknown bool // it holds an escape that JSON doesn't know
	known   bool // it holds an escape that could also be text with plain backslashes
}

func (q *quoted) begins(kind Quote) {
	q.quote, q.end = kind, -1
	q.escaped, q.raw, q.unknown, q.known = false, false, false, false
}

// stringSpecial are the bytes that may mean something in a string
// that '"' doesn't delimit.
var stringSpecial = func() (t [256]bool) {
	for c := range 0x20 {
		t[c] = true
	}
	t['"'], t['\\'], t['\''], t[smartLead] = true, true, true, true
	return t
}()

// manyBytes is from how many bytes on it is worth a call to look at eight at a time.
const manyBytes = 16

// passPiece is pass for the few bytes of a chunk, which are most likely plain. It saves the time of
// another call.
func passPiece(b []byte, i int) int {
	if len(b)-i < manyBytes {
		for i < len(b) && !jsonSpecial[b[i]] {
			i++
		}
	}
	return i
}

// pass is the index of the first byte of b from i on, in a string between '"', that
// neither stands for itself nor belongs to a simple escape.
func (q *quoted) pass(b []byte, i int) int {
	for i < len(b) {
		end := len(b)
		if i+8 <= end {
			if AllPlain(binary.LittleEndian.Uint64(b[i:])) {
				i += 8
				continue
			}
			end = i + 8
		}
		for i < end {
			if !jsonSpecial[b[i]] {
				i++
				continue
			}
			if b[i] != '\\' || !q.simpleEscape(b[i:]) {
				return i
			}
			i += 2
		}
	}
	return i
}

// passOdd reads on, from offset at on, in a string of any kind. It returns where it ends, and the width
// of the closing quote there. If the width is -1, it takes more bytes to decide. If it is 0, the
// string can't go on.
func (q *quoted) passOdd(w *Window, at int, isKey bool, notes *Notes, stop *Break) (end, width int) {
	b, special := w.Win, &jsonSpecial
	if q.quote != double {
		special = &stringSpecial
	}
	i := at - w.Base
	for {
		if at = w.Base + i; special == &jsonSpecial && len(b)-i >= manyBytes {
			i += PlainLen(b[i:])
		}
		for i < len(b) && !special[b[i]] && !stop.may(b[i], q.quote) {
			i++
		}
		if q.end >= at {
			i = min(i, q.end-w.Base)
		}
		at = w.Base + i
		if i == len(b) {
			return at, -1
		}
		c := b[i]
		if c == '\\' && q.quote == double && q.end < 0 && q.simpleEscape(b[i:]) {
			i += 2
			continue
		}
		if n := q.closer(b[i:], at, w.Final); n != 0 {
			return at, n
		}
		n := 1
		switch {
		case c == '\\':
			n = q.escape(b[i:], at, w.Final, notes)
		case c == '"':
			q.innerQuote(at, notes)
		case c < 0x20:
			if n = stop.passes(c, b[i+1:], w.Final, q.quote); n > 0 {
				n = q.control(c, at, isKey, notes)
			}
		case stop.may(c, q.quote):
			if a := stop.At(b[i:], w.Final); a != match.No {
				n = min(int(a), 0) // the string ends here, or it takes more bytes to decide
			}
		case q.end >= 0 && q.quote.Closer(b[i:], true) > 0:
			notes.repaired(repair.UnescapedQuote, at)
		}
		if n <= 0 {
			return at, n
		}
		i += n
	}
}

// closer is the length of the closing quote at the start of b; 0 if there is
// none, -1 if it takes more bytes to decide.
func (q *quoted) closer(b []byte, at int, final bool) int {
	if q.end >= 0 {
		if at == q.end {
			return q.quote.width()
		}
		return 0
	}
	return q.quote.Closer(b, final)
}

// innerQuote escapes a '"' that doesn't close the string. If another quote
// delimits the string, this is part of changing the style, and no repair of its own.
func (q *quoted) innerQuote(at int, notes *Notes) {
	q.escaped = true
	kind := repair.Unspecified
	if q.quote == double {
		kind = repair.UnescapedQuote
	}
	notes.insert(kind, at, insBackslash)
}

// control handles a raw control character. It returns 1 if it repaired that, else 0.
func (q *quoted) control(c byte, at int, isKey bool, notes *Notes) int {
	if isKey && c == '\n' {
		return 0 // a key must end on its line
	}
	if !notes.replace(repair.RawControlCharacter, at, 1, controlInsertion(c)) {
		return 0
	}
	q.escaped = true
	return 1
}
