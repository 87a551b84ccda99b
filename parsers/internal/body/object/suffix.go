package object

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// A suffixed block is one whose markers bear the word that its opener bears.
type suffixed struct {
	grammar.Block
	of     *grammar.Block
	suffix string
}

// List tells whether a list of calls stood in the block.
func (b *Between) List() bool { return b.call.list }

// Closer is how the block's closer is written; "" if it has none.
func (b *Between) Closer() string {
	if len(b.block.Close) == 0 {
		return ""
	}
	return b.block.Close[0]
}

// Suffix is the word that the block's markers bear; "" if they bear none.
func (b *Between) Suffix() string {
	if b.own == nil || b.block != &b.own.Block {
		return ""
	}
	return b.own.suffix
}

// bearing is the block with the word that its opener bears in all of its markers. It is
// kept: models bear one suffix.
func (b *Between) bearing(block *grammar.Block, opener []byte) *grammar.Block {
	if !strings.Contains(block.Open[0], grammar.Word) {
		return block
	}
	suffix := opener[slices.Index(opener, ':')+1:]
	suffix = suffix[:match.WordLen(suffix)]
	if b.own == nil || b.own.of != block || b.own.suffix != string(suffix) {
		b.own = newSuffixed(block, string(suffix))
	}
	return &b.own.Block
}

func newSuffixed(block *grammar.Block, suffix string) *suffixed {
	s := &suffixed{Block: *block, of: block, suffix: suffix}
	for _, markers := range [...]*[]string{&s.Open, &s.Close} {
		borne := make([]string, len(*markers))
		for i, marker := range *markers {
			borne[i] = withSuffix(marker, suffix)
		}
		*markers = borne
	}
	if s.Header != nil {
		h := *s.Header
		h.Separator, h.ID = withSuffix(h.Separator, suffix), withSuffix(h.ID, suffix)
		s.Header = &h
	}
	return s
}

func withSuffix(marker, suffix string) string {
	return strings.Replace(marker, grammar.Word, suffix, 1)
}
