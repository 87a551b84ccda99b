package grammar

import "strings"

// A Token is a special token, or a tag made of some, that stands beside calls:
// it is markup next to one, and text elsewhere.
type Token struct {
	// Text is how it is written. One space in it stands for any white space, or
	// none; a … behind one for the attributes that may follow white space there.
	// Longer ones stand first where one begins with another.
	Text string
	// Always: it is markup wherever it stands.
	Always bool
	// EndsThought: an open thought ends before it.
	EndsThought bool
}

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
