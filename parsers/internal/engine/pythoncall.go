package engine

import "github.com/toolparser/toolparser/parsers/internal/jsonscan"

// A Brackets finds where the bracket that is open at its start closes,
// strings being opaque. It looks at each byte once.
type Brackets struct {
	pos     int
	depth   int
	quote   byte
	escaped bool
}

// NewBrackets starts at the opening bracket at offset at.
func NewBrackets(at int) Brackets { return Brackets{pos: at} }

// Find is the offset behind the closing bracket; 0 if it isn't there yet.
func (b *Brackets) Find(e *Engine) int {
	for ; b.pos < e.Base+len(e.Win); b.pos++ {
		c := e.Win[b.pos-e.Base]
		switch {
		case b.escaped:
			b.escaped = false
		case b.quote != 0:
			if c == '\\' {
				b.escaped = true
			} else if c == b.quote {
				b.quote = 0
			}
		case c == '"' || c == '\'':
			b.quote = c
		case c == '(' || c == '[' || c == '{':
			b.depth++
		case c == ')' || c == ']' || c == '}':
			b.depth--
			if b.depth == 0 {
				b.pos++
				return b.pos
			}
		}
	}
	return 0
}

// KeywordArguments reads what stands between the parentheses of a call, all of
// which is at hand, as Keywords do. ok is false if b is anything else, or a key
// comes twice.
func KeywordArguments(b []byte, maxDepth int) (object []byte, ok bool) {
	k := NewKeywords(0, maxDepth)
	closed := append(b[:len(b):len(b)], ')')
	if k.Read(jsonscan.Window{B: closed, Final: true}) != KeywordsClosed || k.pos != len(b) {
		return nil, false
	}
	return append(k.Object(), '}'), true
}

func skipSpace(b []byte, at int) int {
	for at < len(b) && isSpaceAt(b[at:]) {
		at++
	}
	return at
}

// identifier is the length of the Python identifier at the start of b.
func identifier(b []byte) int {
	n := 0
	for n < len(b) && (IsNameByte(b[n]) && b[n] != '.' && b[n] != '-') {
		n++
	}
	if n > 0 && '0' <= b[0] && b[0] <= '9' {
		return 0
	}
	return n
}

// IsNameByte tells whether c can stand in a name that is written as code.
func IsNameByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '.' || c == '-' || c >= 0x80
}
