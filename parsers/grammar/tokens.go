package grammar

import "strings"

// A Token is a special token, or a tag made of special tokens, that is next to calls. Next to a
// call it is markup, and elsewhere it is text.
type Token struct {
	// Text is how the token is written. One space in it stands for any white space, or none. A …
	// after a space stands for the attributes that may follow white space there. If a token begins
	// with another marker, the longer one counts.
	Text string
	// Counts says where the token is markup. The default is [NextToCalls].
	Counts Counts
}

// Counts says where a [Token] is markup.
type Counts uint8

const (
	// NextToCalls: only next to calls.
	NextToCalls Counts = iota
	// Everywhere: wherever it is.
	Everywhere
	// EndsThoughts: wherever it is, and an open thought ends before it.
	EndsThoughts
)

// Markers are what is written before and after something. Each may be spelled in several ways. The
// first spelling is the right one. The rest are what models and servers write in its place. They
// are spelled as a [Token] is.
type Markers struct {
	// Open begins it, and Close ends it.
	Open, Close []string
}

// Between returns markers with one spelling each.
func Between(open, end string) Markers {
	return Markers{Open: []string{open}, Close: []string{end}}
}

// Element returns the tags of an element: <word> and </word>.
func Element(word string) Markers { return Between("<"+word+">", "</"+word+">") }

// Opener returns the right spelling of the opener, or "" if there is none.
func (m *Markers) Opener() string { return first(m.Open) }

// Closer returns the right spelling of the closer, or "" if there is none.
func (m *Markers) Closer() string { return first(m.Close) }

func first(spellings []string) string {
	if len(spellings) == 0 {
		return ""
	}
	return spellings[0]
}

// ThinkTags are <think> and </think>.
var ThinkTags = Element("think")

const (
	// Anything stands for attributes in a spelling.
	Anything = "…"
	// Word stands for a word in a spelling, after the first ':'. It is the same word in all markers
	// of one block.
	Word = "*"
)

var plain = strings.NewReplacer(" ", "", Anything, "")

// Written returns how a spelling is written by default.
func Written(spelling string) string { return plain.Replace(spelling) }

// TurnEnds are the end-of-turn tokens of the small families whose calls are JSON.
var TurnEnds = []string{
	"<|end|>", "<|endoftext|>", "<|im_end|>", "<|eot_id|>", "<|end_of_text|>", "</s>", "<SPECIAL_12>",
}

// ChatEnds are the end-of-turn tokens of the smaller families.
var ChatEnds = []string{"<|im_end|>", "<|endoftext|>", "<|eot_id|>", "<|eom_id|>", "</s>"}
