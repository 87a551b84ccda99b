package familyfile

import (
	"strings"
	"unicode/utf8"
)

// A node is a value of a file. The libraries that decode files say where their syntax
// is wrong, but not where a value is that means nothing.
type node struct {
	position
	text    string   // of a scalar, as it is written
	braced  bool     // it is a message
	members []member // of a message
}

// A member is a field with a value, or several in a list.
type member struct {
	position
	name   string
	values []*node
	listed bool // the values are in a list
}

// A position is where something begins: both from 1 on, or 0 if that isn't known.
type position struct{ line, column int }

// values are all of a field, under whichever of its names.
func (n *node) values(names ...string) (values []*node) {
	for _, m := range n.members {
		for _, name := range names {
			if m.name == name {
				values = append(values, m.values...)
				break
			}
		}
	}
	return values
}

// A scanner reads the positions of a file in the text format of protobuf, or in JSON,
// which is nearly the same: fields, their names perhaps in quotes; braces, lists and
// scalars. It reads on over mistakes, which the library tells that decodes the file.
type scanner struct {
	text      string
	at        int
	line      int
	lineStart int
	counted   int  // the column was counted up to here
	column    int  // of that
	unclosed  bool // the last string isn't closed
	depth     int
	tooDeep   position // where braces or brackets are first more than maxNesting deep
}

// maxNesting is how deep the braces and brackets of a file may be: those of a declaration are
// a few levels deep, and what libraries do with them takes the square of it.
const maxNesting = 64

// scan is the message that a file holds, and where the file ends, perhaps in a string. One
// that is nested too deep is read up to there.
func scan(text string) (root *node, end, tooDeep position, inString bool) {
	s := &scanner{text: text, line: 1}
	if isJSON(text) {
		s.next()
		s.depth++
	}
	root = &node{position: position{1, 1}, members: s.message()}
	for token := "x"; token != "" && s.tooDeep == (position{}); {
		token, end = s.next()
	}
	return root, end, s.tooDeep, s.unclosed
}

// isJSON tells JSON from the text format, in which nothing begins with a brace.
func isJSON(text string) bool { return strings.HasPrefix(strings.TrimLeft(text, " \t\r\n\ufeff"), "{") }

// message reads fields up to the brace that closes them.
func (s *scanner) message() (members []member) {
	for {
		token, at := s.next()
		if s.tooDeep != (position{}) {
			return members
		}
		switch token {
		case "", "}", ">":
			return members
		case ",", ";":
			continue
		}
		if s.peek() == ":" {
			s.next()
		}
		listed := s.peek() == "["
		members = append(members, member{at, strings.Trim(token, `"'`), s.values(), listed})
	}
}

// values reads a value, or a list of them.
func (s *scanner) values() []*node {
	if s.peek() != "[" {
		return []*node{s.value()}
	}
	s.next()
	var values []*node
	for s.peek() != "]" && s.peek() != "" && s.tooDeep == (position{}) {
		if s.peek() == "," {
			s.next()
			continue
		}
		values = append(values, s.value())
	}
	s.next()
	return values
}

func (s *scanner) value() *node {
	token, at := s.next()
	if token == "{" || token == "<" {
		if s.depth++; s.depth > maxNesting {
			s.tooDeep = at
			return &node{position: at, braced: true}
		}
		defer func() { s.depth-- }()
		return &node{position: at, braced: true, members: s.message()}
	}
	if isQuote(token) {
		for isQuote(s.peek()) { // strings one after the other are one
			s.next()
		}
	}
	return &node{position: at, text: token}
}

func isQuote(token string) bool { return token != "" && (token[0] == '"' || token[0] == '\'') }

// peek is the next token, which stays the next one.
func (s *scanner) peek() string {
	before := *s
	token, _ := s.next()
	*s = before
	return token
}

// next is the next token: a string with its quotes, a word or number, or another byte;
// "" at the end.
func (s *scanner) next() (token string, at position) {
	s.skip()
	start := s.at
	if s.counted < s.lineStart || s.column == 0 {
		s.counted, s.column = s.lineStart, 1
	}
	s.column += utf8.RuneCountInString(s.text[s.counted:start])
	s.counted = start
	at = position{s.line, s.column}
	switch {
	case start == len(s.text):
		return "", at
	case isQuote(s.text[start:]):
		s.quoted(s.text[start])
	default:
		s.at++
		for isWord(s.text[start]) && s.at < len(s.text) && isWord(s.text[s.at]) {
			s.at++
		}
	}
	return s.text[start:s.at], at
}

// quoted goes after a string.
func (s *scanner) quoted(quote byte) {
	for s.at++; s.at < len(s.text) && s.text[s.at] != quote && s.text[s.at] != '\n'; s.at++ {
		if s.text[s.at] == '\\' && s.at+1 < len(s.text) {
			s.at++
		}
	}
	if s.unclosed = s.at == len(s.text); !s.unclosed && s.text[s.at] == quote {
		s.at++
	}
}

// skip goes over white space and comments.
func (s *scanner) skip() {
	for ; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case '\n':
			s.line, s.lineStart = s.line+1, s.at+1
		case ' ', '\t', '\r', '\v', '\f', '\xef', '\xbb', '\xbf':
		case '#':
			end := strings.IndexByte(s.text[s.at:], '\n')
			if end < 0 {
				s.at = len(s.text)
				return
			}
			s.at += end - 1
		default:
			return
		}
	}
}

func isWord(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("_.+-", c) >= 0
}
