package auto

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers/grammar"
)

// sharedBlocks are the blocks that announce themselves, each opener in the first one
// that has it. Behind special tokens one with a header takes what the rest do: it is first.
func sharedBlocks(blocks []grammar.Block) []grammar.Block {
	slices.SortStableFunc(blocks, func(a, b grammar.Block) int { return cmp.Compare(headed(&a), headed(&b)) })
	var shared []grammar.Block
	for _, b := range blocks {
		if b.Stray() || b.Word() && b.Body != grammar.BodyList {
			continue // a word, and a tag that no one is known for, announce nothing
		}
		b = alone(b)
		for i := range shared {
			giveUp(&b, &shared[i])
		}
		if len(b.Markers.Open) > 0 {
			shared = append(shared, b)
		}
	}
	return shared
}

func headed(b *grammar.Block) int {
	if b.Header != nil && !b.Plain() {
		return 0
	}
	return 1
}

// alone is the block with parts of its own, without the formats that its shape has in text.
func alone(b grammar.Block) grammar.Block {
	b.Markers.Open = slices.Clone(b.Markers.Open)
	s := *b.Shape
	s.Format, s.FencedFormat = "", ""
	b.Shape = &s
	return b
}

// giveUp leaves the block's openers to another one that has them, and takes its header, if
// it has none. Behind special tokens that takes what either takes: whoever writes them
// writes it by default.
func giveUp(b, other *grammar.Block) {
	before := len(b.Markers.Open)
	b.Markers.Open = slices.DeleteFunc(b.Markers.Open, func(text string) bool {
		return slices.ContainsFunc(other.Markers.Open, func(taken string) bool {
			return strings.EqualFold(grammar.Written(taken), grammar.Written(text))
		})
	})
	if len(b.Markers.Open) == before {
		return
	}
	if other.Header == nil {
		other.Header = b.Header
	}
	if b.Plain() || other.Plain() {
		return
	}
	other.Closer = max(other.Closer, b.Closer)
	other.Shape.Python = other.Shape.Python || b.Shape.Python
	other.Shape.StringArguments = other.Shape.StringArguments || b.Shape.StringArguments
	other.Markers.Close = addNew(slices.Clone(other.Markers.Close), b.Markers.Close...)
}
