package jsonscan

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
