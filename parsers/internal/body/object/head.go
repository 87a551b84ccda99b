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
func (hd *head) opens(env *body.Env, block *grammar.Block, at, end int) {
	hd.block = hd.bearing(block, env.Slice(at, end))
	hd.pos, hd.last, hd.opened = end, at, end
	hd.header, hd.headEnd = noHeader, 0
	if hd.starts(at); block.Stray() {
		hd.strays()
	}
}

// starts begins the header of JSON in the block, at offset at.
func (hd *head) starts(at int) {
	h, block := &hd.tag, hd.block
	h.Reset()
	h.Shape, h.Start, h.Format = block.Shape, at, block.Format
	h.Announces, h.StringsEnd, h.Exact = block.Announces(), true, block.Exact()
	h.Openers, h.Closers, h.Fold = block.Markers.Open, block.Markers.Close, block.Plain()
	h.Running, h.Data = block.Closer == grammar.CloserOptional, block.Body == grammar.BodyData
}

// opensAt begins to read at offset at, where there is no opener.
func (hd *head) opensAt(at int) {
	hd.header = noHeader
	hd.pos, hd.opened = at, at
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
func (hd *head) begin(env *body.Env) (what beginning, more bool) {
	if r := &hd.barren; r.block == hd.block && r.from < hd.last && hd.last <= r.last {
		hd.last, hd.opened = r.last, r.end
		return beginsNothing, false
	}
	for {
		if hd.pos, more = env.Space(hd.pos); more {
			return 0, true
		}
		rest := env.Rest(hd.pos)
		if len(rest) == 0 {
			return beginsNothing, false
		}
		switch n := hd.before(env, rest); {
		case n == match.More:
			return 0, true
		case n.Yes():
			hd.pos += n.Len()
			hd.headEnd = hd.pos
			continue
		}
		what, more = hd.behind(env, rest)
		if more {
			return 0, true
		}
		if what == beginsJSON && rest[0] == '{' {
			more = hd.namesTool(env) == match.More || hd.packed(env) == match.More
		}
		return what, more
	}
}

// behind decides what follows the white space, openers, fence line and header before the JSON.
func (hd *head) behind(env *body.Env, rest []byte) (what beginning, more bool) {
	switch {
	case hd.header != noHeader:
		return hd.behindHeader(env, rest[0])
	case hd.block.Body == grammar.BodyFenced && hd.tag.Fence.Len == 0:
		return beginsNothing, false
	case hd.block.Body == grammar.BodyList && (rest[0] == '{' || hd.pos > hd.opened):
		return beginsNothing, false
	case rest[0] == '{':
		return beginsJSON, len(rest) == 1 && !env.Final // a second brace may follow
	case rest[0] != '[':
		return beginsNothing, false
	case env.Firsts['[']:
		if a := env.StopsAt(hd.pos); a != match.No {
			return beginsNothing, a == match.More
		}
	}
	return beginsJSON, len(rest) == 1 && !env.Final
}

// before looks for the next opener, fence line or part of a header before the JSON.
func (hd *head) before(env *body.Env, rest []byte) match.Answer {
	switch {
	case hd.header != noHeader:
		return hd.headerGoesOn(env, rest)
	case hd.tag.Fence.Len > 0:
		return match.No
	case fence.Begins[rest[0]] && !hd.block.Exact():
		return hd.fenceLine(env)
	}
	n := match.No
	if !hd.block.Exact() {
		n = hd.opener(env, rest)
	}
	if n == match.No && hd.block.Own() && rest[0] != '{' && rest[0] != '[' {
		n = hd.bareName(env, rest)
	}
	if n != match.No || hd.block.Header == nil {
		return n
	}
	return hd.headerBegins(env, rest)
}

// opener looks for a repeated opener.
func (hd *head) opener(env *body.Env, rest []byte) match.Answer {
	n := match.AnySpelling(env.Visits, hd.block.Markers.Open, rest, env.Final, hd.block.Plain())
	if n.Yes() {
		hd.last, hd.opened = hd.pos, hd.pos+n.Len()
		hd.tag.Note(repair.ExtraOpener, hd.pos)
	}
	return n
}

// fenceLine looks for the first line of a fence, up to the JSON.
func (hd *head) fenceLine(env *body.Env) match.Answer {
	run, more := env.Run(hd.pos)
	switch {
	case more:
		return match.More
	case !run.Fences():
		return match.No
	}
	rest := env.Rest(hd.pos + run.Len)
	rest = rest[:min(len(rest), maxLabel)]
	n := slices.IndexFunc(rest, func(c byte) bool { return strings.IndexByte(labelEnds, c) >= 0 || env.Firsts[c] && !match.IsWord(c) })
	switch {
	case n < 0 && len(rest) < maxLabel:
		return match.End(env.Final)
	case n < 0 || strings.IndexByte("\n{[", rest[n]) < 0:
		return match.No
	}
	hd.tag.Fence, hd.tag.Free = run, hd.tag.Free || hd.block.Body != grammar.BodyFenced
	return match.Answer(run.Len + n)
}

// labelEnds end the label of a fence between the markers. maxLabel is the label's maximum length.
const (
	labelEnds = "\n{[" + string(fence.Code)
	maxLabel  = 32
)

func (hd *head) strays() {
	hd.tag.Free = true
	hd.tag.Note(repair.MissingMarker, hd.tag.Start)
}

// bearing returns the block with its opener's word in all of its markers. The result is kept,
// because models write the same suffix again.
func (hd *head) bearing(block *grammar.Block, opener []byte) *grammar.Block {
	if !strings.Contains(block.Markers.Open[0], grammar.Word) {
		return block
	}
	suffix := opener[slices.Index(opener, ':')+1:]
	suffix = suffix[:match.WordLen(suffix)]
	if hd.own == nil || hd.own.of != block || hd.own.suffix != string(suffix) {
		hd.own = newSuffixed(block, string(suffix))
	}
	return &hd.own.Block
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
