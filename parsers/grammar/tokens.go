package grammar

import "strings"

// A Token is a special token, or a tag made of some, that stands beside calls:
// it is markup next to one, and text elsewhere.
type Token struct {
	// Text is how it is written. One space in it stands for any white space, or
	// none; a … behind one for the attributes that may follow white space there.
	// Longer ones stand first where one begins with another.
	Text string
	// Counts says where it is markup.
	Counts Counts
}

// Counts says where a [Token] is markup.
type Counts uint8

const (
	// NextToCalls: only there.
	NextToCalls Counts = iota
	// Everywhere: wherever it is.
	Everywhere
	// EndsThoughts: wherever it is, and an open thought ends before it.
	EndsThoughts
)

// Markers are what is written before and behind something. Each may be spelt in several ways:
// the first one is the right one, the rest are what models and servers write in its place. They
// are spelt as a [Token] is.
type Markers struct {
	// Open begins it, Close ends it.
	Open, Close []string
}

// Between are markers with one spelling each.
func Between(open, end string) Markers {
	return Markers{Open: []string{open}, Close: []string{end}}
}

// Element are the tags of an element: <word> and </word>.
func Element(word string) Markers { return Between("<"+word+">", "</"+word+">") }

// Opener is the right spelling of the opener, "" if there is none.
func (m *Markers) Opener() string { return first(m.Open) }

// Closer is the right spelling of the closer, "" if there is none.
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
	// Anything is what stands for attributes in a spelling.
	Anything = "…"
	// Word is what stands for a word in a spelling, behind a ':' that has no other
	// before it. Of the markers of one block it is the same.
	Word = "*"
)

var plain = strings.NewReplacer(" ", "", Anything, "")

// Written is how a spelling is written by default.
func Written(spelling string) string { return plain.Replace(spelling) }

// TurnEnds are the end-of-turn tokens of the small families whose calls are JSON.
var TurnEnds = []string{
	"<|end|>", "<|endoftext|>", "<|im_end|>", "<|eot_id|>", "<|end_of_text|>", "</s>", "<SPECIAL_12>",
}

// ChatEnds are the end-of-turn tokens of the smaller families.
var ChatEnds = []string{"<|im_end|>", "<|endoftext|>", "<|eot_id|>", "<|eom_id|>", "</s>"}
