package jsonscan

import "github.com/toolparser/toolparser/parsers/internal/visit"

// MaxDepth is the deepest nesting that a Scanner can be told to follow.
const MaxDepth = 512

// A Window is the part of the output that is at hand.
type Window struct {
	// Win are the bytes from offset Base on.
	Win  []byte
	Base int
	// Final: no more bytes will follow.
	Final bool
	// Visits counts what is looked at; nil: it isn't counted.
	Visits *visit.Count
}

// Slice is the output from start to end.
func (w *Window) Slice(start, end int) []byte { return w.Win[start-w.Base : end-w.Base] }

// UpTo is the part of the window that ends at offset end.
func (w *Window) UpTo(end int, final bool) Window {
	return Window{Win: w.Win[:end-w.Base], Base: w.Base, Final: final, Visits: w.Visits}
}

// End is the offset after the last byte at hand.
func (w *Window) End() int { return w.Base + len(w.Win) }

// A Kind says what a token is.
type Kind uint8

// The kinds of token.
const (
	// More: the window ends before the token does.
	More Kind = iota
	// End: the output ended before the value did.
	End
	ObjectOpen
	ArrayOpen
	ObjectClose
	ArrayClose
	// Key: an object's key, and its colon.
	Key
	// StringBegin: a value that is a string begins; its String follows.
	StringBegin
	String
	// Number and Literal: a bare word.
	Number
	Literal
	// Comma, between members or elements.
	Comma
	// Unexpected: the byte at Start can't follow; the scanner stays before it.
	Unexpected
	// Dropped: a closer that closes nothing was passed over.
	Dropped
	// TooDeep: the value nests deeper than allowed.
	TooDeep
)

// A Token is a piece of JSON. Start and End bound it; for Key and String they
// bound what stands between the quotes.
type Token struct {
	Kind       Kind
	Start, End int
	// Escaped: the string holds escapes or edits, so its bytes aren't its value.
	Escaped bool
}
