package jsonscan

import (
	"encoding/binary"
	"strconv"
	"strings"
	"unicode"

	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

func (s *Scanner) beginString(w *Window, q Quote, width int, isKey bool) Token {
	s.at.start, s.at.isKey = s.at.pos, isKey
	s.str.begins(q)
	if q != double {
		s.Notes.replace(repair.QuoteStyle, s.at.pos, width, insQuote)
	}
	s.at.pos += width
	s.at.lex, s.at.held = inString, -1
	if len(s.Corrections.Ends) > 0 {
		if end := s.Corrections.endOf(s.at.start); end >= 0 {
			s.str.endsAt(end, s.at.pos, w)
		}
	}
	return Token{Kind: StringBegin, Start: s.at.start, End: s.at.pos}
}

// scanString reads on in a string. Most strings are between '"', and have only bytes that
// stand for themselves and JSON's own escapes.
func (s *Scanner) scanString(w *Window) Token {
	if s.str.quote != double || s.str.end >= 0 {
		return s.scanOdd(w)
	}
	from := s.at.pos - w.Base
	i := passPiece(w.Win, from)
	if i < len(w.Win) && w.Win[i] != '"' {
		i = s.str.pass(w.Win, i)
	}
	w.Visits.Add(i - from)
	s.at.pos = w.Base + i
	switch {
	case i == len(w.Win):
		return s.at.more(w)
	case w.Win[i] == '"':
		return s.endString(w, 1)
	}
	return s.scanOdd(w)
}

// scanOdd reads on in a string of any kind.
func (s *Scanner) scanOdd(w *Window) Token {
	end, width := passOdd(s, w)
	s.at.pos = end
	switch {
	case width > 0:
		return s.endString(w, width)
	case width < 0:
		return s.at.more(w)
	case w.Win[end-w.Base] >= ' ' || s.Corrections.Break.Line != nil:
		return s.at.unexpected("a string isn't closed")
	}
	return s.at.unexpected("control character in a string")
}

// passOdd is [quoted.passOdd], in steps, so that a long string can be interrupted.
func passOdd(s *Scanner, w *Window) (end, width int) {
	end = s.at.pos
	for limit := end; ; {
		from := end
		limit = min(max(limit, from)+work.Step, w.End())
		step := w.UpTo(limit, w.Final && limit == w.End())
		end, width = s.str.passOdd(&step, from, s.at.isKey && !s.Notes.Alone, &s.Notes, &s.Corrections.Break)
		w.Visits.Add(end - from)
		if width >= 0 || limit == w.End() {
			return end, width
		}
	}
}

func (s *Scanner) endString(w *Window, width int) Token {
	at := s.at.pos
	if s.str.quote != double {
		s.Notes.edit(at, width, insQuote)
	}
	start, escaped := s.at.start+s.str.quote.width(), s.str.escaped
	s.Notes.Doubtful = s.Notes.Doubtful || s.str.quote == double && s.str.unknown && s.str.known || s.str.doubled
	s.str.end = -1
	if s.at.isKey {
		return s.tookKey(w, key{start: start, end: at, escaped: escaped}, at+width, at)
	}
	s.tookValue(at + width)
	s.at.held, s.at.prevString = at, true
	return Token{Kind: String, Start: start, End: at, Escaped: escaped}
}

// Passes reports whether the scanner is inside a string between '"' that ends at its
// next quote.
func (s *Scanner) Passes() bool {
	return s.at.lex == inString && s.str.quote == double && s.str.end < 0
}

// Pass reads on in such a string, to the end of the window. It returns false if it stops before
// that, because not all bytes stand for themselves or are simple escapes, or half of one.
func (s *Scanner) Pass(w *Window) bool {
	b, from := w.Win, s.at.pos-w.Base
	i := passPiece(b, from)
	if i < len(b) && b[i] != '"' {
		i = s.str.pass(b, i)
	}
	w.Visits.Add(i - from)
	s.at.pos = w.Base + i
	return i == len(b) || i+1 == len(b) && b[i] == '\\'
}

// A quoted is what is known of the current string. It decides what the string's bytes mean.
type quoted struct {
	end     int // where it must end, or -1
	quote   Quote
	doubled bool // the only quote in it that isn't escaped is its delimiter, written once more
	escaped bool // its bytes aren't its value
	raw     bool // every backslash stands for itself
	unknown bool // it holds an escape that JSON doesn't know
	known   bool // it holds an escape that could also be text with plain backslashes
}

func (q *quoted) begins(kind Quote) {
	q.quote, q.end, q.doubled = kind, -1, false
	q.escaped, q.raw, q.unknown, q.known = false, false, false, false
}

// endsAt notes that the string, whose text begins at offset from, ends at offset end. If the only quote in it that
// isn't escaped is directly at an edge, that is the delimiter, written twice.
func (q *quoted) endsAt(end, from int, w *Window) {
	q.end = end
	quotes, at := 0, 0
	text := w.Slice(from, end)
	w.Visits.Add(len(text))
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\n':
			q.raw = true
		case text[i] == '\\' && i+1 < len(text) && text[i+1] != '\n':
			i++
		case q.quote.Closer(text[i:], true) > 0:
			quotes, at = quotes+1, i
		}
	}
	q.doubled = quotes == 1 && (at == 0 || at+q.quote.width() == len(text))
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
		case q.doubled && q.quote.Closer(b[i:], true) > 0:
			n = q.quote.width()
			q.escaped = true
			notes.drop(repair.UnescapedQuote, at, n)
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

// escape handles a backslash. It returns the length of the escape, -1 if it needs more bytes to
// decide, 0 if the backslash isn't allowed.
func (q *quoted) escape(b []byte, at int, final bool, notes *Notes) int {
	q.escaped = true
	if q.raw || q.end == at+1 { // before a forced end, the backslash doesn't escape the closing quote
		notes.insert(repair.InvalidEscape, at, insBackslash)
		return 1
	}
	switch {
	case q.simpleEscape(b):
		return 2
	case len(b) < 2:
		return -1
	}
	switch b[1] {
	case 'b', 'f', 'r':
		return q.rareEscape(b, at, final, notes)
	case 'u':
		for i := 2; i < 6; i++ {
			if i == len(b) {
				return -1
			}
			if !isHex(b[i]) {
				return q.unknownEscape(at, notes)
			}
		}
		return 6
	}
	if q.quote == single {
		return q.pythonEscape(b, at, final, notes)
	}
	return q.unknownEscape(at, notes)
}

// unknownEscape keeps the backslash of an escape that JSON doesn't know.
func (q *quoted) unknownEscape(at int, notes *Notes) int {
	if !notes.insert(repair.InvalidEscape, at, insBackslash) {
		return 0
	}
	q.unknown = true
	return 1
}

// rareEscape handles an escape that JSON knows but text seldom needs. Behind
// an unknown escape it is another backslash that should have been doubled, as in
// C:\Users\bin. Then \r is a carriage return only before \n.
func (q *quoted) rareEscape(b []byte, at int, final bool, notes *Notes) int {
	if q.quote == double && q.unknown {
		if b[1] == 'r' && len(b) < 4 && !final {
			return -1
		}
		if b[1] != 'r' || len(b) < 4 || b[2] != '\\' || b[3] != 'n' {
			return q.unknownEscape(at, notes)
		}
	}
	q.known = true
	return 2
}

// pythonEscape rewrites an escape that Python knows and JSON doesn't, in a string between quotes that
// only a repair allows.
func (q *quoted) pythonEscape(b []byte, at int, final bool, notes *Notes) int {
	switch b[1] {
	case '\'':
		notes.edit(at, 1, insNone)
		return 2
	case '\n':
		notes.replace(repair.InvalidEscape, at, 2, insNone)
		return 2
	case 'U':
		return q.unknownEscape(at, notes)
	}
	r, n := PythonEscape(b, final)
	switch {
	case n < 0:
		return -1
	case n == 0:
		return q.unknownEscape(at, notes)
	}
	notes.replace(repair.InvalidEscape, at, n, codeUnit(int(r)))
	return n
}

// PythonEscape is the character that an escape of Python at the start of b stands for, if JSON doesn't
// know the escape or writes it with \u, and the escape's length. The length is 0 if b begins with no
// such escape, -1 if it takes more bytes to decide.
func PythonEscape(b []byte, final bool) (r rune, n int) {
	switch c := b[1]; {
	case c == 'a':
		return '\a', 2
	case c == 'v':
		return '\v', 2
	case c == 'x':
		n = 4
	case c == 'u':
		n = 6
	case c == 'U':
		n = 10
	case '0' <= c && c <= '7':
		for n = 1; n < len(b) && n < 4 && '0' <= b[n] && b[n] <= '7'; n++ {
			r = r<<3 | rune(b[n]-'0')
		}
		if n == len(b) && n < 4 && !final {
			return 0, -1
		}
		return r, n
	}
	for i := 2; i < n; i++ {
		switch {
		case i == len(b) && !final:
			return 0, -1
		case i == len(b) || !isHex(b[i]):
			return 0, 0
		}
	}
	if n == 0 {
		return 0, 0
	}
	v, err := strconv.ParseUint(string(b[2:n]), 16, 32)
	if err != nil || v > unicode.MaxRune {
		return 0, 0
	}
	return rune(v), n
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// simpleEscape reports whether the backslash that b begins with, in a string between
// '"', begins a simple escape, and notes it. Most escapes are simple: they are read the same even
// behind an unknown escape, and have no digits.
func (q *quoted) simpleEscape(b []byte) bool {
	if len(b) < 2 {
		return false
	}
	switch b[1] {
	case '\\', '/', 'n', 't':
		q.known = true
	case '"':
	default:
		return false
	}
	q.escaped = true
	return true
}

// A Quote is a pair of string delimiters.
type Quote uint8

const (
	double Quote = iota // "…"
	single              // '…'
	smart               // the first of smartQuotes
)

// smartQuotes are pairs of U+2018 to U+201E: E2 80 98 … 9E. Models also begin a string with a closing
// quote.
var smartQuotes = [...]struct {
	opens  byte // its last byte
	closes string
}{
	{0x9C, "\x9D"},     // “…”
	{0x9D, "\x9D"},     // ”…”
	{0x9E, "\x9C\x9D"}, // „…“ or „…”
	{0x98, "\x99"},     // ‘…’
	{0x99, "\x99"},     // ’…’
}

const smartLead = 0xE2

// opensString is the quote with which a string begins at offset at, where c is, and its width. The
// width is 0 if no string begins, -1 if it takes more bytes to decide.
func opensString(w *Window, at int, c byte, t Tolerance) (q Quote, width int) {
	switch {
	case c == '"':
		return double, 1
	case t == Strict:
		return 0, 0
	case c == '\'':
		return single, 1
	case c != smartLead:
		return 0, 0
	}
	b := w.Win[at-w.Base:]
	if len(b) < 3 && !w.Final && (len(b) < 2 || b[1] == 0x80) {
		return 0, -1
	}
	if len(b) < 3 || b[1] != 0x80 {
		return 0, 0
	}
	for i := range smartQuotes {
		if smartQuotes[i].opens == b[2] {
			return smart + Quote(i), 3
		}
	}
	return 0, 0
}

// width is the length of the quote in bytes.
func (qu Quote) width() int {
	if qu <= single {
		return 1
	}
	return 3
}

// Lead is the first byte of the delimiter that closes the string.
func (qu Quote) Lead() byte {
	switch qu {
	case double:
		return '"'
	case single:
		return '\''
	}
	return smartLead
}

// StraightQuote is the pair of quotes that c opens and closes: '"' or '\”.
func StraightQuote(c byte) Quote {
	if c == '\'' {
		return single
	}
	return double
}

// Straight reports whether the same quote opens and closes a string.
func (qu Quote) Straight() bool { return qu <= single }

// Opens reports whether b begins with a quote that opens a string, and can't close one.
func (qu Quote) Opens(b []byte) bool {
	if qu <= single || len(b) < 3 || b[0] != smartLead || b[1] != 0x80 {
		return false
	}
	return smartQuotes[qu-smart].opens == b[2] && strings.IndexByte(smartQuotes[qu-smart].closes, b[2]) < 0
}

// Closer is the width of the delimiter at the start of b that could close the string; 0 if there is
// none, -1 if it takes more bytes to decide.
func (qu Quote) Closer(b []byte, final bool) int {
	switch {
	case b[0] != qu.Lead():
		return 0
	case qu <= single:
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
	if strings.IndexByte(smartQuotes[qu-smart].closes, b[2]) >= 0 {
		return 3
	}
	return 0
}
