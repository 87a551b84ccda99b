package heads

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/room"
)

// blockMarkers are the markers of a grammar's blocks. starts are those that open a block at the
// start of the output only.
func blockMarkers(blocks []grammar.Block) (markers, starts []Opening) {
	for i := range blocks {
		b := &blocks[i]
		list := &markers
		if b.Kind == grammar.StartTokens {
			list = &starts
		}
		*list = append(*list, byFirst(opener(b), b.Markers.Open)...)
		if !b.Stray() && len(b.Markers.Close) > 0 {
			markers = append(markers, byFirst(closer(blocks, b), b.Markers.Close)...)
		}
	}
	return markers, starts
}

// opener is the marker that opens the block.
func opener(b *grammar.Block) Opening {
	return Opening{marks.Spelled(b.Markers.Open, b.Plain(), marks.Marker{
		Begins: b.Announces(), Word: b.Word(), Think: b.Kind < grammar.PlainTags,
		Fenced: b.Kind == grammar.PlainTags, Drafts: b.Kind == grammar.PlainTags || b.Kind == grammar.UnfencedTags,
		Formats: blockFormats(b), MayBeText: true, Plain: b.Plain(),
	}), func(hd *Heads, at int) Candidate {
		room.Made(&hd.between).Open(&hd.Place, hd.object(), b, at, at+opensBlock(hd, b, at).Len())
		return hd.inWrapper()
	}}
}

// blockFormats are the formats of the calls that the block's opener begins.
func blockFormats(b *grammar.Block) []string {
	if b.Header == nil {
		return []string{b.Format}
	}
	return []string{b.Format, b.Header.Format}
}

// closerFormats are the formats of the calls that the block's closer may be behind: other blocks may have the
// same closer.
func closerFormats(blocks []grammar.Block, b *grammar.Block) []string {
	var formats []string
	for i := range blocks {
		if slices.ContainsFunc(blocks[i].Markers.Close, func(text string) bool { return slices.Contains(b.Markers.Close, text) }) {
			formats = append(formats, blockFormats(&blocks[i])...)
		}
	}
	return formats
}

// closer is the marker that closes the block, one of the blocks. Without an open block, it is markup behind a
// call, unless no call of its formats counts.
func closer(blocks []grammar.Block, b *grammar.Block) Opening {
	return Opening{marks.Spelled(b.Markers.Close, b.Plain(), marks.Marker{
		Think: !b.Plain(), Fenced: b.Kind == grammar.PlainTags, Ends: place.EndsArguments, Plain: b.Plain(),
		Formats: closerFormats(blocks, b),
	}), func(hd *Heads, at int) Candidate {
		if c := closesOpenWrapper(hd, at); c != nil {
			return c
		}
		n := match.AnySpelling(hd.Cur.Visits, b.Markers.Close, hd.Cur.Rest(at), true, b.Plain()).Len()
		if hd.Around.Wrappers != nil && hd.Around.Wrappers.Suffix != suffixOf(b, hd.Cur.Rest(at)[:n]) {
			return nil
		}
		hd.Cur.MarkupTo(at+n, parsers.RoleTrail)
		return nothing{}
	}}
}

// suffixOf is the word that the block's closer bears; "" if it bears none.
func suffixOf(b *grammar.Block, text []byte) string {
	if !strings.Contains(b.Markers.Close[0], grammar.Word) {
		return ""
	}
	word := text[slices.Index(text, ':')+1:]
	return string(word[:match.WordLen(word)])
}
