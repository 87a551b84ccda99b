package engine

import (
	"bytes"
	"encoding/json"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
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
	for ; b.pos < e.base+len(e.win); b.pos++ {
		c := e.win[b.pos-e.base]
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

// KeywordArguments reads what stands between the parentheses of a call,
// `key=value, …`, the values being JSON or Python literals. It gives them as
// a JSON object: compact, in source order. Nothing is evaluated. ok is false
// if b is anything else, or a key comes twice.
func KeywordArguments(b []byte, maxDepth int) (object []byte, ok bool) {
	object = append(object, '{')
	seen := make(map[string]bool)
	for at := skipSpace(b, 0); at < len(b); {
		n := identifier(b[at:])
		if n == 0 || seen[string(b[at:at+n])] {
			return nil, false
		}
		seen[string(b[at:at+n])] = true
		if len(object) > 1 {
			object = append(object, ',')
		}
		object = append(append(append(object, '"'), b[at:at+n]...), '"', ':')
		at = skipSpace(b, at+n)
		if at == len(b) || b[at] != '=' {
			return nil, false
		}
		object, at, ok = literal(object, b, skipSpace(b, at+1), maxDepth)
		if !ok {
			return nil, false
		}
		at = skipSpace(b, at)
		if at == len(b) {
			break
		}
		if b[at] != ',' {
			return nil, false
		}
		at = skipSpace(b, at+1)
	}
	return append(object, '}'), true
}

// literal appends the value at offset at as compact JSON, and gives its end.
func literal(dst, b []byte, at, maxDepth int) (out []byte, end int, ok bool) {
	var s jsonscan.Scanner
	var log jsonscan.Log
	s.Start(at, maxDepth, jsonscan.AllowRepair|jsonscan.AllowQuoteStyles, &log)
	w := jsonscan.Window{B: b, Final: true}
	for !s.Done() {
		switch s.Next(w).Kind {
		case jsonscan.More, jsonscan.End, jsonscan.Unexpected, jsonscan.TooDeep:
			return nil, 0, false
		}
	}
	var compact bytes.Buffer
	if json.Compact(&compact, log.Append(nil, w, at, s.Pos())) != nil {
		return nil, 0, false
	}
	return append(dst, compact.Bytes()...), s.Pos(), true
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
