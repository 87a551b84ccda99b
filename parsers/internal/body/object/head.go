package object

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// head decides what is before the JSON, and where the JSON begins.
type head struct {
	block *grammar.Block
	own   *suffixed // made of the last block whose markers contain a suffix, and reused; nil: there was none yet
	tag   Header

	pos     int // up to here the text behind the opener was read
	last    int // where the last opener begins
	opened  int // where the last opener ends
	header  headerPart
	headEnd int // where the part of the header that was read ends
	barren  barren
}

// opens begins to read behind the opener of the block, which is from offset at to end.
func (b *head) opens(e *body.Around, block *grammar.Block, at, end int) {
	b.block = b.bearing(block, e.Slice(at, end))
	b.pos, b.last, b.opened = end, at, end
	b.header, b.headEnd = noHeader, 0
	if b.starts(at); block.Stray() {
		b.strays()
	}
}

// starts begins the header of JSON in the block, at offset at.
func (b *head) starts(at int) {
	h, block := &b.tag, b.block
	h.Reset()
	h.Shape, h.Start, h.Format = block.Shape, at, block.Format
	h.Announces, h.StringsEnd, h.Exact = block.Announces(), true, block.Exact()
	h.Openers, h.Closers, h.Fold = block.Markers.Open, block.Markers.Close, block.Plain()
	h.Running, h.Data = block.Closer == grammar.CloserOptional, block.Body == grammar.BodyData
}

// opensAt begins to read at offset at, where there is no opener.
func (b *head) opensAt(at int) {
	b.header = noHeader
	b.pos, b.opened = at, at
}

// barren are openers that nothing of the block's kind follows. Their place was left to other
// markers. Each of them would be read up to the same place again.
type barren struct {
	block     *grammar.Block
	from      int // where the first one begins
	last, end int // where the last one begins and ends
}

// A beginning is what follows an opener.
type beginning uint8

const (
	beginsNothing beginning = iota // of the block's kind
	beginsJSON
	beginsBare // a header that nothing follows
)

const (
	// functionEnd closes an element that contains the name. maxName is a name's maximum length.
	functionEnd = "</function>"
	maxName     = 256
)

// begin looks for what the opener announces. White space, more openers, the first line of a fence
// and a header may be before the JSON.
func (b *head) begin(e *body.Around) (what beginning, more bool) {
	if r := &b.barren; r.block == b.block && r.from < b.last && b.last <= r.last {
		b.last, b.opened = r.last, r.end
		return beginsNothing, false
	}
	for {
		if b.pos, more = e.Space(b.pos); more {
			return 0, true
		}
		rest := e.Rest(b.pos)
		if len(rest) == 0 {
			return beginsNothing, false
		}
		switch n := b.before(e, rest); {
		case n == match.More:
			return 0, true
		case n.Yes():
			b.pos += n.Len()
			b.headEnd = b.pos
			continue
		}
		what, more = b.behind(e, rest)
		if more {
			return 0, true
		}
		if what == beginsJSON && rest[0] == '{' {
			more = b.namesTool(e) == match.More || b.packed(e) == match.More
		}
		return what, more
	}
}

// behind decides what follows the white space, openers, fence line and header before the JSON.
func (b *head) behind(e *body.Around, rest []byte) (what beginning, more bool) {
	switch {
	case b.header != noHeader:
		return b.behindHeader(e, rest[0])
	case b.block.Body == grammar.BodyFenced && b.tag.Fence.Len == 0:
		return beginsNothing, false
	case b.block.Body == grammar.BodyList && (rest[0] == '{' || b.pos > b.opened):
		return beginsNothing, false
	case rest[0] == '{':
		return beginsJSON, len(rest) == 1 && !e.Final // a second brace may follow
	case rest[0] != '[':
		return beginsNothing, false
	case e.Firsts['[']:
		if a := e.StopsAt(b.pos); a != match.No {
			return beginsNothing, a == match.More
		}
	}
	return beginsJSON, len(rest) == 1 && !e.Final
}

// before looks for the next opener, fence line or part of a header before the JSON.
func (b *head) before(e *body.Around, rest []byte) match.Answer {
	switch {
	case b.header != noHeader:
		return b.headerGoesOn(e, rest)
	case b.tag.Fence.Len > 0:
		return match.No
	case fence.Begins[rest[0]] && !b.block.Exact():
		return b.fenceLine(e)
	}
	n := match.No
	if !b.block.Exact() {
		n = b.opener(e, rest)
	}
	if n == match.No && b.block.Own() && rest[0] != '{' && rest[0] != '[' {
		n = b.bareName(e, rest)
	}
	if n != match.No || b.block.Header == nil {
		return n
	}
	return b.headerBegins(e, rest)
}

// opener looks for a repeated opener.
func (b *head) opener(e *body.Around, rest []byte) match.Answer {
	n := match.AnySpelling(e.Visits, b.block.Markers.Open, rest, e.Final, b.block.Plain())
	if n.Yes() {
		b.last, b.opened = b.pos, b.pos+n.Len()
		b.tag.Note(repair.ExtraOpener, b.pos)
	}
	return n
}

// fenceLine looks for the first line of a fence, up to the JSON.
func (b *head) fenceLine(e *body.Around) match.Answer {
	run, more := e.Run(b.pos)
	switch {
	case more:
		return match.More
	case !run.Fences():
		return match.No
	}
	rest := e.Rest(b.pos + run.Len)
	rest = rest[:min(len(rest), maxLabel)]
	n := slices.IndexFunc(rest, func(c byte) bool { return strings.IndexByte(labelEnds, c) >= 0 || e.Firsts[c] && !match.IsWord(c) })
	switch {
	case n < 0 && len(rest) < maxLabel:
		return match.End(e.Final)
	case n < 0 || strings.IndexByte("\n{[", rest[n]) < 0:
		return match.No
	}
	b.tag.Fence, b.tag.Free = run, b.tag.Free || b.block.Body != grammar.BodyFenced
	return match.Answer(run.Len + n)
}

// labelEnds end the label of a fence between the markers. maxLabel is the label's maximum length.
const (
	labelEnds = "\n{[" + string(fence.Code)
	maxLabel  = 32
)

func (b *head) strays() {
	b.tag.Free = true
	b.tag.Note(repair.MissingMarker, b.tag.Start)
}

// bearing returns the block with its opener's word in all of its markers. The result is kept,
// because models write the same suffix again.
func (b *head) bearing(block *grammar.Block, opener []byte) *grammar.Block {
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
