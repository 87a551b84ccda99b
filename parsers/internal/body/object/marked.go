package object

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// marked decides how the markers of the block are spelled, and holds the header of the JSON.
type marked struct {
	block *grammar.Block
	own   *suffixed // made of the last block whose markers contain a suffix, and reused; nil: there was none yet
	tag   Header
}

// opens begins with the block whose opener is at offset at. after reads what follows its JSON.
func (b *marked) opens(block *grammar.Block, at int, after func(*place.Around, int, bool) (Tail, bool)) {
	b.block, b.tag = block, Header{}
	h := &b.tag
	h.Shape, h.Start, h.Format, h.After = block.Shape, at, block.Format, after
	h.Announces, h.StringsEnd, h.Exact = block.Announces(), true, block.Exact()
	h.Openers, h.Closers, h.Fold = block.Markers.Open, block.Markers.Close, block.Plain()
	h.Running, h.Data = block.Closer == grammar.CloserOptional, block.Body == grammar.BodyData
	if block.Stray() {
		b.strays()
	}
}

// opensAgain begins the header of the next JSON, at offset at.
func (b *marked) opensAgain(at int) {
	h := b.tag
	b.tag = Header{
		Shape: b.block.Shape, Start: at, Format: b.block.Format, After: h.After, Fence: h.Fence,
		Announces: h.Announces, StringsEnd: true, Free: h.Free, Running: h.Running, Data: h.Data,
		Openers: h.Openers, Closers: h.Closers, Fold: h.Fold,
	}
}

func (b *marked) strays() {
	b.tag.Free = true
	b.tag.Note(repair.MissingMarker, b.tag.Start)
}

// cost lowers the confidence of the call by 0.3, if it is true.
func (b *marked) cost(it bool) { b.tag.Free = b.tag.Free || it }

// malformed sets the reason why the call can't be accepted.
func (b *marked) malformed(message string) { b.tag.Malformed = message }

// fenced notes that the run opens a fence around the JSON.
func (b *marked) fenced(run fence.Run) {
	b.tag.Fence = run
	b.cost(b.block.Body != grammar.BodyFenced)
}

// unnamed forgets the header, which names no call.
func (b *marked) unnamed() { b.tag.Name, b.tag.Format = "", b.block.Format }

// alone notes that the JSON is the arguments of a call of this name.
func (b *marked) alone(name string) {
	b.tag.Shape, b.tag.Name = nil, name
	if h := b.block.Header; h != nil {
		b.tag.Format, b.tag.Prose = h.Format, !h.Object
	}
}

// named notes where the header names the tool.
func (b *marked) named(at int) { b.tag.NameAt = at }

// bracketed notes which bracket follows the arguments.
func (b *marked) bracketed(c byte) { b.tag.Around = c }

func (b *marked) identified(id string) { b.tag.ID = id }

// objectHeader reports whether the block's calls have a header before an object.
func (b *marked) objectHeader() bool { return b.block.Header != nil && b.block.Header.Object }

// headed reports whether an object that follows is only the arguments of a call whose name is
// before it.
func (b *marked) headed() bool {
	return b.tag.Shape == nil && (b.block.Own() || b.objectHeader())
}

// bearing returns the block with its opener's word in all of its markers. The result is kept,
// because models write the same suffix again.
func (b *marked) bearing(block *grammar.Block, opener []byte) *grammar.Block {
	if !strings.Contains(block.Markers.Open[0], grammar.Word) {
		return block
	}
	suffix := opener[slices.Index(opener, ':')+1:]
	suffix = suffix[:match.WordLen(suffix)]
	if b.own == nil || b.own.of != block || b.own.suffix != string(suffix) {
		b.own = newSuffixed(block, string(suffix))
	}
	return &b.own.Block
}

// A suffixed block is one whose markers all contain the word in its opener.
type suffixed struct {
	grammar.Block
	of     *grammar.Block
	suffix string
}

func newSuffixed(block *grammar.Block, suffix string) *suffixed {
	s := &suffixed{Block: *block, of: block, suffix: suffix}
	for _, markers := range [...]*[]string{&s.Markers.Open, &s.Markers.Close} {
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
