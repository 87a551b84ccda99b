package jsonscan

import (
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// A Window is the part of the output that is at hand.
type Window struct {
	// Win are the bytes from offset Base on.
	Win  []byte
	Base int
	// Final: no more bytes will follow.
	Final bool
	// Visits counts the bytes that are looked at, unless it is nil.
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

// maxNear bounds the white space that Near passes over, in bytes.
const maxNear = 64

// Near is the next byte from offset at on that is no white space, and its offset. It is 0 if there
// is none near. Near returns more if the window ends before.
func (w *Window) Near(at int) (c byte, i int, more bool) {
	b := w.Win[at-w.Base:]
	n := match.SpaceLen(b[:min(len(b), maxNear)])
	w.Visits.Add(n)
	if n == len(b) {
		return 0, at, !w.Final
	}
	return b[n], at + n, false
}

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
	// Number and Literal are words without quotes.
	Number
	Literal
	// Comma, between members or elements.
	Comma
	// Unexpected: the byte at Start can't follow. The scanner stays before it.
	Unexpected
	// Dropped: a closer that closes nothing was passed over.
	Dropped
	// TooDeep: the value nests deeper than allowed.
	TooDeep
)

// A Token is a part of JSON, from Start to End. For Key and String, these are the bounds of the
// text between the quotes.
type Token struct {
	Kind       Kind
	Start, End int
	// Escaped: the string has escapes or edits, so its bytes aren't its value.
	Escaped bool
}
