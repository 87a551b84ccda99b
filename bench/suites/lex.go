package main

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A token is a word, a number, a sign or a string of C++ or Rust source.
type token struct {
	// text is the source of the token; of a string, its value.
	text string
	// quoted: it is a string.
	quoted bool
	line   int
	// from and to are its place in the source.
	from, to int
}

// is reports whether the token is this word or sign.
func (t token) is(text string) bool { return !t.quoted && t.text == text }

// word reports whether the token is a name.
func (t token) word() bool {
	r, _ := utf8.DecodeRuneInString(t.text)
	return !t.quoted && (r == '_' || unicode.IsLetter(r))
}

// A lexer reads tokens. It knows as much of both languages as their tests need.
type lexer struct {
	source string
	at     int
	line   int
	// preprocessed: lines with # at the start aren't source.
	preprocessed bool
}

// lex are the tokens of the source, without comments.
func lex(source string, preprocessed bool) ([]token, error) {
	l := &lexer{source: source, line: 1, preprocessed: preprocessed}
	var list []token
	for {
		l.space()
		if l.at == len(l.source) {
			return list, nil
		}
		t := token{line: l.line, from: l.at}
		var err error
		if t.text, t.quoted, err = l.token(); err != nil {
			return nil, err
		}
		t.to = l.at
		list = append(list, t)
		l.line += strings.Count(l.source[t.from:t.to], "\n")
	}
}

func (l *lexer) rest() string { return l.source[l.at:] }

// pass passes over the text up to and with the end.
func (l *lexer) pass(end string) {
	n := strings.Index(l.rest(), end)
	if n < 0 {
		n = len(l.rest()) - len(end)
	}
	l.line += strings.Count(l.rest()[:n+len(end)], "\n")
	l.at += n + len(end)
}

func (l *lexer) space() {
	for l.at < len(l.source) {
		rest := l.rest()
		switch {
		case strings.HasPrefix(rest, "//"), l.preprocessed && rest[0] == '#' && (l.at == 0 || l.source[l.at-1] == '\n'):
			l.pass("\n")
		case strings.HasPrefix(rest, "/*"):
			l.pass("*/")
		case strings.ContainsRune(" \t\r\n", rune(rest[0])):
			if rest[0] == '\n' {
				l.line++
			}
			l.at++
		default:
			return
		}
	}
}

func (l *lexer) token() (text string, quoted bool, err error) {
	rest := l.rest()
	if n := raw(rest); n > 0 {
		return l.raw(n)
	}
	switch {
	case rest[0] == '"':
		text, err = l.escaped()
		return text, true, err
	case strings.HasPrefix(rest, `b"`), strings.HasPrefix(rest, `L"`):
		l.at++
		text, err = l.escaped()
		return text, true, err
	case rest[0] == '\'':
		return l.character(), false, nil
	}
	n := strings.IndexFunc(rest, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if n < 0 {
		n = len(rest)
	}
	if n == 0 {
		_, n = utf8.DecodeRuneInString(rest)
	}
	l.at += n
	return rest[:n], false, nil
}

// character passes over a character, or the sign before the name of a lifetime.
func (l *lexer) character() string {
	rest := l.rest()
	if len(rest) > 2 && rest[1] == '\\' {
		if n := strings.IndexByte(rest[3:], '\''); n >= 0 {
			l.at += n + 4
			return rest[:n+4]
		}
	}
	if _, n := utf8.DecodeRuneInString(rest[1:]); strings.HasPrefix(rest[1+n:], "'") {
		l.at += n + 2
		return rest[:n+2]
	}
	l.at++
	return "'"
}

// raw is the length of what begins a raw string: R"x( in C++, r#" in Rust; 0: none begins here.
func raw(rest string) int {
	if strings.HasPrefix(rest, `R"`) {
		if n := strings.IndexByte(rest, '('); n >= 0 && n < 20 {
			return n + 1
		}
	}
	if rest[0] == 'r' {
		n := 1
		for n < len(rest) && rest[n] == '#' {
			n++
		}
		if n < len(rest) && rest[n] == '"' {
			return n + 1
		}
	}
	return 0
}

func (l *lexer) raw(n int) (string, bool, error) {
	rest := l.rest()
	end := `"` + rest[1:n-1]
	if rest[0] == 'R' {
		end = ")" + rest[2:n-1] + `"`
	}
	length := strings.Index(rest[n:], end)
	if length < 0 {
		return "", false, fmt.Errorf("line %d: a raw string has no end", l.line)
	}
	l.at += n + length + len(end)
	return rest[n : n+length], true, nil
}

// escapes are the escapes of one letter.
var escapes = map[byte]string{
	'n': "\n", 't': "\t", 'r': "\r", '"': `"`, '\\': `\`, '\'': "'", '0': "\x00", 'a': "\a", 'b': "\b", 'f': "\f", 'v': "\v", '?': "?", '/': "/",
}

// escaped reads a string with escapes.
func (l *lexer) escaped() (string, error) {
	var b strings.Builder
	rest := l.rest()
	for i := 1; i < len(rest); i++ {
		switch rest[i] {
		case '"':
			l.at += i + 1
			return b.String(), nil
		case '\\':
			text, n := escape(rest[i+1:])
			if n == 0 {
				return "", fmt.Errorf("line %d: unknown escape %q", l.line, rest[i:min(i+3, len(rest))])
			}
			b.WriteString(text)
			i += n
		default:
			b.WriteByte(rest[i])
		}
	}
	return "", fmt.Errorf("line %d: a string has no end", l.line)
}

// escape is what follows a backslash, and its length; 0: no escape.
func escape(rest string) (string, int) {
	if rest == "" {
		return "", 0
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[rest[0]]
	switch {
	case rest[0] == '\n' || rest[0] == '\r':
		return "", len(rest) - len(strings.TrimLeft(rest, " \t\r\n"))
	case strings.HasPrefix(rest, "u{"):
		end := strings.IndexByte(rest, '}')
		if end < 0 {
			return "", 0
		}
		return code(rest[2:end]), end + 1
	case digits > 0 && len(rest) > digits:
		if digits == 2 {
			n, err := strconv.ParseUint(rest[1:3], 16, 8)
			if err != nil {
				return "", 0
			}
			return string([]byte{byte(n)}), 3
		}
		return code(rest[1 : 1+digits]), 1 + digits
	}
	return escapes[rest[0]], min(1, len(escapes[rest[0]]))
}

func code(digits string) string {
	n, err := strconv.ParseUint(digits, 16, 32)
	if err != nil {
		return ""
	}
	return string(rune(n))
}
