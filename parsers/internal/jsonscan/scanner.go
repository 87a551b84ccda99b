package jsonscan

import (
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

type lexState uint8

const (
	between lexState = iota
	inString
	inWord
	inLineComment
	inBlockComment
)

// A Break is something that ends a string. At reports whether b begins with it. Firsts are the
// bytes that it may begin with. The zero Break ends none.
type Break struct {
	At     func(b []byte, final bool) match.Answer
	Firsts *[256]bool
}

// A Scanner reads one JSON value. It is a plain value: a copy resumes where
// the original was, and shares only the log. Use Start before Next.
type Scanner struct {
	// Log receives edits and repairs. If it is nil, repairs are only counted.
	Log *Log
	// Tolerance says which repairs may be made.
	Tolerance Tolerance
	// Break ends a string that isn't delimited by '"'.
	Break Break
	// MaxLeading, if not 0, is how many bytes of comments may be before the first
	// element or colon. With more, the value is Unexpected.
	MaxLeading int
	// Repaired counts the repairs made.
	Repaired int
	// Doubtful: in some string, an unknown escape makes it doubtful whether the
	// known ones next to it are escapes.
	Doubtful bool
	// LastValueEnd and LastValueDepth are the end of the last complete value,
	// and the number of containers open around it; 0 if there was none.
	LastValueEnd, LastValueDepth int

	forced        []Forced
	brackets      int // depth from which on brackets may be repaired; 0: none may
	bracketsKnown []Bracket

	pos      int
	start    int // of the current string, word or comment
	held     int // offset of the bytes that wait for the next token; -1: none do
	prevEnd  int // end of the last token
	leading  int // bytes of the comments before the first element or colon
	keyStart int
	keyEnd   int
	end      int // forced end of the current string, or -1

	depth    int
	maxDepth int
	objects  [MaxDepth / 64]uint64 // bit d-1: the container at depth d is an object

	lex        lexState
	expect     expect
	quote      quote
	isKey      bool
	keyEscaped bool
	keyBare    bool // it had no quotes
	escaped    bool
	spaced     bool // white space since the last token
	raw        bool // in the current string every backslash stands for itself
	unknown    bool // the current string holds an escape that JSON doesn't know
	known      bool // it holds an escape that could also be text with plain backslashes
	prevString bool // the last token was a string
	overrun    bool // the comments before the first element or colon are too long
	failed     string
}

// Start makes the scanner read the value that begins at pos.
func (s *Scanner) Start(pos, maxDepth int, t Tolerance, log *Log) {
	*s = Scanner{} // in place: a literal with fields would be built elsewhere, and copied
	s.Log, s.Tolerance, s.pos, s.held, s.end, s.maxDepth = log, t, pos, -1, -1, maxDepth
}

// Pos is the offset of the next byte to read.
func (s *Scanner) Pos() int { return s.pos }

// Depth is the number of open containers.
func (s *Scanner) Depth() int { return s.depth }

// InString reports whether the scanner is inside a string.
func (s *Scanner) InString() bool { return s.lex == inString }

// StringStart is the offset of the opening quote of the last string that started.
func (s *Scanner) StringStart() int { return s.start }

// PrevEnd is the end of the last token.
func (s *Scanner) PrevEnd() int { return s.prevEnd }

// Done reports whether the value is complete.
func (s *Scanner) Done() bool { return s.expect == expectNothing }

// Message says why the last token was Unexpected.
func (s *Scanner) Message() string {
	if s.failed != "" {
		return s.failed
	}
	return expectations[s.expect]
}

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

// Certain is the end of the certain bytes: no later byte can change how they are read.
func (s *Scanner) Certain() int {
	switch {
	case s.held >= 0:
		return s.held
	case s.lex == inString:
		return s.pos
	case s.lex == inWord:
		return s.start
	}
	return s.prevEnd
}

// Next reads on to the end of the next token, or of the window. It counts the bytes that it looks
// at only where it passes over many, and where a value begins, because most tokens are short.
func (s *Scanner) Next(w *Window) Token {
	switch s.lex {
	case inString:
		return s.scanString(w)
	case inWord:
		return s.scanWord(w)
	case inLineComment, inBlockComment:
		if !s.scanComment(w) {
			return s.more(w)
		}
	}
	i := s.pos - w.Base
	if i+1 < len(w.Win) && w.Win[i] == ' ' && plainByte[w.Win[i+1]] {
		s.pos++
		s.spaced = true
		i++
	} else if i >= len(w.Win) {
		return s.more(w)
	} else if !plainByte[w.Win[i]] {
		if !s.skipSpace(w) {
			return s.more(w)
		}
		i = s.pos - w.Base
	}
	c := w.Win[i]
	switch s.expect {
	case expectNext:
		return s.next(w, c)
	case expectFirstKey:
		if c == '}' {
			return s.close()
		}
		return s.key(w, c)
	case expectKey:
		if c == '}' && s.drop(repair.TrailingComma, s.prevEnd-1, 1) {
			return s.close()
		}
		return s.key(w, c)
	case expectColon:
		return s.colon(c)
	case expectElement:
		if c == ']' && s.drop(repair.TrailingComma, s.prevEnd-1, 1) {
			return s.close()
		}
	case expectFirstElement:
		if c == ']' {
			return s.close()
		}
	case expectNothing:
		return s.unexpected("")
	}
	return s.value(w, c)
}
