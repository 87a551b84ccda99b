package form

import "strings"

// A Kind is the kind of a part.
type Kind uint8

// The kinds of parts.
const (
	Text    Kind = iota // content
	Space               // white space of the form
	Marker              // a tag, a token, a fence line
	Punct               // a bracket, comma, colon, or another sign between tokens
	Word                // other text of the form, such as "call"
	Name                // the tool's name
	Key                 // the text of a key
	Delim               // what a string or key begins and ends with
	Body                // the text of a string between its delimiters
	Literal             // a number, true, false, null
)

// A Level says what a part belongs to.
type Level uint8

// The levels, from the outside.
const (
	Outside Level = iota // the text of the answer
	Section
	InCall // one call, without its arguments
	InPair // one argument's key, value and markers
	Inside // in an argument's value
)

// A Part of an output is what damage changes at once: a marker, a sign, the text of a string.
type Part struct {
	Kind  Kind
	Level Level
	// Opens and Closes say whether a marker or bracket is before or after what it belongs to.
	Opens, Closes bool
	// Call and Arg are the numbers of its call and argument; -1: none.
	Call, Arg int
	// Text is what is written.
	Text string
	// Value is the string that a Body spells, by Spelling.
	Value    string
	Spelling *Spelling
}

// Join is the text of parts.
func Join(ps []Part) string {
	n := 0
	for i := range ps {
		n += len(ps[i].Text)
	}
	var b strings.Builder
	b.Grow(n)
	for i := range ps {
		b.WriteString(ps[i].Text)
	}
	return b.String()
}
