package jsonscan

import "github.com/toolparser/toolparser/parsers/internal/match"

// Corrections is what the caller knows about the text, or demands of it.
type Corrections struct {
	// Ends are the ends of strings that the scanner hasn't reached yet, in text order.
	Ends []Forced
	// Brackets are known to be wrong, in text order.
	Brackets []Bracket
	// RepairDepth, if not 0, allows repairs of brackets: the container at this depth, and each
	// container in it, may have lost a closer, or have one too many.
	RepairDepth int
	// Break ends a string that isn't delimited by '"'.
	Break Break
	// MaxLeading, if not 0, is how many bytes of comments may be before the first
	// element or colon. With more, the value is Unexpected.
	MaxLeading int
	// MaxGap, if not 0, is how many bytes may be from the last token, or from offset From, to the
	// end of a comment. With more, the comment is Unexpected.
	MaxGap, From int
}

// A Forced string ends at the given offset. All bytes between its
// quotes are text, even other quotes.
type Forced struct {
	// Start is the offset of the opening quote, End that of the closing one.
	Start, End int
}

// A Bracket is a bracket that is missing, or one too many.
type Bracket struct {
	At   int
	Kind BracketKind
}

// A BracketKind says what is wrong with a bracket.
type BracketKind uint8

const (
	// ListOpens: a list's opening bracket is missing, before the value at the offset.
	ListOpens BracketKind = iota
	// ListCloses: a list's closing bracket is missing, before the comma at the offset.
	ListCloses
	// Surplus: the brace at the offset closes nothing.
	Surplus
)

// A Break is something that ends a string. At reports whether b begins with it. Firsts are the
// bytes that it may begin with. The zero Break ends none.
type Break struct {
	At     func(b []byte, final bool) match.Answer
	Firsts *[256]bool
	// Line, if set, reports whether a line that begins with b ends the string before it.
	Line func(b []byte, final bool) match.Answer
}

// may reports whether a string between such quotes may end at c with the break.
func (b *Break) may(c byte, q Quote) bool {
	return b.At != nil && q != double && b.Firsts[c]
}

// passes returns 1 if the string goes on with the control character c, which the line follows, 0 if
// the string ends there, and -1 if it takes more bytes to decide.
func (b *Break) passes(c byte, line []byte, final bool, q Quote) int {
	if b.Line == nil || q == double || c != '\n' {
		return 1
	}
	switch b.Line(line, final) {
	case match.No:
		return 1
	case match.More:
		return -1
	}
	return 0
}

// endOf is the given end of the string that begins at offset start, or -1.
func (g *Corrections) endOf(start int) int {
	for len(g.Ends) > 0 && g.Ends[0].Start < start {
		g.Ends = g.Ends[1:]
	}
	if len(g.Ends) > 0 && g.Ends[0].Start == start {
		return g.Ends[0].End
	}
	return -1
}
