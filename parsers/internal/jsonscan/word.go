package jsonscan

import "github.com/toolparser/toolparser/parsers/internal/repair"

var wordByte = func() (t [256]bool) {
	for c := range 256 {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		digit := '0' <= c && c <= '9'
		t[c] = letter || digit || c == '_' || c == '$' || c == '+' || c == '-' || c == '.'
	}
	return t
}()

func isWord(c byte) bool { return wordByte[c] }

func isKeyStart(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == '$'
}

func (s *Scanner) beginWord(w *Window, isKey bool) Token {
	s.at.start, s.at.lex, s.at.isKey = s.at.pos, inWord, isKey
	return s.scanWord(w)
}

// scanWord reads a number, a literal or an unquoted key. Only the byte after it
// shows where it ends.
func (s *Scanner) scanWord(w *Window) Token {
	from := s.at.pos - w.Base
	i := from
	for i < len(w.Win) && wordByte[w.Win[i]] {
		i++
	}
	w.Visits.Add(i - from)
	s.at.pos = w.Base + i
	if i == len(w.Win) && !w.Final {
		return s.at.more(w)
	}
	start, end := s.at.start, s.at.pos
	if s.at.isKey {
		s.Notes.insert(repair.UnquotedKey, start, insQuote)
		s.Notes.edit(end, 0, insQuote)
		return s.tookKey(w, key{start: start, end: end, bare: true}, end, start)
	}
	word := w.Slice(start, end)
	kind, ins, repaired := classify(word)
	if kind == Unexpected || repaired != repair.Unspecified && !s.Notes.replace(repaired, start, len(word), ins) {
		if end == w.End() && cutWord(word, s.Notes.Tolerance) {
			return s.at.more(w)
		}
		s.at.pos, s.at.lex = start, between
		return s.at.unexpected("not a JSON value")
	}
	value, depth := s.LastValueEnd, s.LastValueDepth
	s.tookValue(end)
	if end == w.End() && (kind == Number || !s.Notes.Alone) { // the end of the output may have cut it off
		s.LastValueEnd, s.LastValueDepth = value, depth
	}
	s.at.held = start
	return Token{Kind: kind, Start: start, End: end}
}

// classify returns the kind of a word without quotes, and the repair that it needs.
func classify(word []byte) (Kind, insertion, repair.Kind) {
	switch string(word) {
	case "true", "false", "null":
		return Literal, insNone, repair.Unspecified
	case "True":
		return Literal, insTrue, repair.PythonLiteral
	case "False":
		return Literal, insFalse, repair.PythonLiteral
	case "None":
		return Literal, insNull, repair.PythonLiteral
	case "NaN", "Infinity", "-Infinity", "nan", "inf", "-inf":
		return Literal, insNull, repair.NonFiniteNumber
	}
	if IsNumber(word) {
		return Number, insNone, repair.Unspecified
	}
	return Unexpected, insNone, repair.Unspecified
}

// Word reports whether the word is a number or a literal, and the repair that it needs. instead is
// what it then is in JSON.
func Word(word []byte) (instead string, kind repair.Kind, ok bool) {
	is, ins, kind := classify(word)
	return insertions[ins], kind, is != Unexpected
}

// NoValue reports whether it is certain that b begins neither with a value, nor with white space or
// a comment before one.
func NoValue(b []byte) bool {
	n, c := 0, b[0]
	for n < len(b) && wordByte[b[n]] {
		n++
	}
	if n > 0 {
		kind, _, _ := classify(b[:n])
		return kind == Unexpected && n < len(b)
	}
	return plainByte[c] && c != '{' && c != '[' && c != ']' && c != '"' && c != '\''
}

// literals are the words that the end of the output may have cut off. JSON knows the first
// strictLiterals of them.
var literals = [...]string{"true", "false", "null", "True", "False", "None", "Infinity", "-Infinity", "NaN"}

const strictLiterals = 3

// cutWord reports whether the word is the beginning of a literal or of a number.
func cutWord(word []byte, t Tolerance) bool {
	known := literals[:]
	if t == Strict {
		known = known[:strictLiterals]
	}
	for _, l := range known {
		if len(word) < len(l) && string(word) == l[:len(word)] {
			return true
		}
	}
	return IsNumber(append(word[:len(word):len(word)], '0'))
}

// IsNumber reports whether b is a number as defined in RFC 8259.
func IsNumber(b []byte) bool {
	i := 0
	if i < len(b) && b[i] == '-' {
		i++
	}
	n := Digits(b[i:])
	if n == 0 || n > 1 && b[i] == '0' {
		return false
	}
	i += n
	if i < len(b) && b[i] == '.' {
		n = Digits(b[i+1:])
		if n == 0 {
			return false
		}
		i += 1 + n
	}
	if i < len(b) && b[i]|0x20 == 'e' {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		n = Digits(b[i:])
		if n == 0 {
			return false
		}
		i += n
	}
	return i == len(b)
}

// Digits is the number of digits at the start of b.
func Digits(b []byte) int {
	n := 0
	for n < len(b) && '0' <= b[n] && b[n] <= '9' {
		n++
	}
	return n
}
