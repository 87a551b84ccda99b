package engine

import (
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/python"
)

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
// which is at hand. ok is false if b is anything else, or a key comes twice.
func KeywordArguments(b []byte, maxDepth int) (object []byte, ok bool) {
	var r python.Reader
	r.Start(0, python.Config{Depth: maxDepth})
	closed := append(b[:len(b):len(b)], ')')
	if r.Read(jsonscan.Window{B: closed, Final: true}) != python.Closed || r.Pos() != len(closed) {
		return nil, false
	}
	return append(r.Object(), '}'), true
}

// IsNameByte tells whether c can stand in a name that is written as code.
func IsNameByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '.' || c == '-' || c >= 0x80
}
