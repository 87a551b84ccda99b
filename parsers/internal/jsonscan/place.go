package jsonscan

import (
	"strings"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

type expect uint8

const (
	expectValue   expect = iota // after a colon, at the top
	expectElement               // after a comma in an array
	expectFirstElement
	expectFirstKey
	expectKey // after a comma in an object
	expectColon
	expectNext // after a value: comma or closer
	expectNothing
)

var expectations = [...]string{
	expectValue:        "expected a value",
	expectElement:      "expected a value",
	expectFirstElement: "expected a value or ']'",
	expectFirstKey:     "expected a key or '}'",
	expectKey:          "expected a key",
	expectColon:        "expected ':' after the key",
	expectNext:         "expected ',' or a closer after the value",
	expectNothing:      "unexpected text after the value",
}

type lexState uint8

const (
	between lexState = iota
	inString
	inWord
	inLineComment
	inBlockComment
)

// A place is where a scanner is: in a token or between two, and what may follow there.
type place struct {
	pos     int
	start   int // of the current string, word or comment
	held    int // offset of the bytes that wait for the next token; -1: none do
	prevEnd int // end of the last token
	leading int // bytes of the comments before the first element or colon

	lex        lexState
	expect     expect
	isKey      bool // the current string or word
	spaced     bool // white space since the last token
	prevString bool // the last token was a string
	prevCloser byte // what it was, if that is a closer
	overrun    bool // the comments before the first element or colon are too long
	failed     string
}

func (p *place) more(w *Window) Token {
	if p.overrun {
		return p.unexpected("")
	}
	if w.Final {
		return Token{Kind: End, Start: p.pos, End: p.pos}
	}
	return Token{Kind: More, Start: p.pos, End: p.pos}
}

func (p *place) unexpected(message string) Token {
	p.failed = message
	return Token{Kind: Unexpected, Start: p.pos, End: p.pos}
}

// took ends a token at pos, and sets what is expected after it.
func (p *place) took(pos int, e expect) {
	p.pos, p.prevEnd, p.expect = pos, pos, e
	p.held, p.spaced, p.prevString, p.prevCloser = -1, false, false, 0
	p.lex = between
}

// MaxDepth is the deepest nesting that a Scanner can follow.
const MaxDepth = 512

// A Nesting is the containers that are open.
type Nesting struct {
	depth, most int
	objects     [MaxDepth / 64]uint64 // bit d-1: the container at depth d is an object
}

// Depth is the number of open containers.
func (ne *Nesting) Depth() int { return ne.depth }

// Room is how many more containers may be opened inside of each other.
func (ne *Nesting) Room() int { return ne.most - ne.depth }

// IsObject reports whether the container at depth d, 1 being the outermost, is an object.
func (ne *Nesting) IsObject(d int) bool { return ne.objects[(d-1)/64]>>((d-1)%64)&1 != 0 }

// InObject reports whether the innermost container is an object.
func (ne *Nesting) InObject() bool { return ne.depth > 0 && ne.IsObject(ne.depth) }

// Closers appends the closers of the containers at the depths (to, from], the deepest first.
func (ne *Nesting) Closers(dst []byte, from, to int) []byte {
	for d := from; d > to; d-- {
		if ne.IsObject(d) {
			dst = append(dst, '}')
		} else {
			dst = append(dst, ']')
		}
	}
	return dst
}

// push opens a container.
func (ne *Nesting) push(object bool) {
	bit := uint64(1) << (ne.depth % 64)
	ne.objects[ne.depth/64] &^= bit
	if object {
		ne.objects[ne.depth/64] |= bit
	}
	ne.depth++
}

// open opens a container.
func (s *Scanner) open(kind Kind, e expect) Token {
	at := s.at.pos
	if s.Nesting.Room() <= 0 {
		return Token{Kind: TooDeep, Start: at, End: at}
	}
	s.Nesting.push(kind == ObjectOpen)
	s.at.took(at+1, e)
	return Token{Kind: kind, Start: at, End: at + 1}
}

func (s *Scanner) close() Token {
	at, kind, closer := s.at.pos, ArrayClose, byte(']')
	if s.Nesting.InObject() {
		kind, closer = ObjectClose, '}'
	}
	s.Nesting.depth--
	s.tookValue(at + 1)
	s.at.prevCloser = closer
	return Token{Kind: kind, Start: at, End: at + 1}
}

// tookValue ends a value at pos.
func (s *Scanner) tookValue(pos int) {
	s.at.took(pos, expectNext)
	s.LastValueEnd, s.LastValueDepth = pos, s.Nesting.depth
	if s.Nesting.depth == 0 {
		s.at.expect = expectNothing
	}
}

// tookKey ends a key at pos, and reads the colon behind it. The key's end is certain only then: the
// bytes from offset held on wait for it.
func (s *Scanner) tookKey(w *Window, k key, pos, held int) Token {
	s.lastKey = k
	s.at.took(pos, expectColon)
	s.at.held = held
	i := pos - w.Base
	if i == len(w.Win) || w.Win[i] != ':' {
		if !s.skipSpace(w) {
			return s.at.more(w)
		}
		i = s.at.pos - w.Base
	}
	return s.colon(w, w.Win[i])
}

func (s *Scanner) colon(w *Window, c byte) Token {
	switch {
	case c == ':':
		s.at.took(s.at.pos+1, expectValue)
	case s.Notes.Alone && lacksColon(s, w, c):
		s.Notes.insert(repair.MissingComma, s.at.prevEnd, insColon)
		s.at.took(s.at.pos, expectValue)
	default:
		return s.at.unexpected("")
	}
	return Token{Kind: Key, Start: s.lastKey.start, End: s.lastKey.end, Escaped: s.lastKey.escaped}
}

// lacksColon reports whether c, behind a key and white space, may begin the value of this key. An opening brace, or a
// comma and a value that is no string, must be before the key. Otherwise the key may be part of that string.
func lacksColon(s *Scanner, w *Window, c byte) bool {
	value := strings.IndexByte("\"'{[-tfnTFN", c) >= 0 || '0' <= c && c <= '9'
	if !value || !s.at.spaced || s.lastKey.bare {
		return false
	}
	before := match.TrimSpaceRight(w.Win[:s.lastKey.start-1-w.Base])
	if n := len(before) - 1; n > 0 && before[n] == ',' {
		before = match.TrimSpaceRight(before[:n])
		return len(before) > 0 && before[len(before)-1] < utf8.RuneSelf && before[len(before)-1] != '"' && before[len(before)-1] != '\''
	}
	return len(before) > 0 && before[len(before)-1] == '{'
}
