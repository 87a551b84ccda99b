package tagged

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// given decides what the grammar and the opening tag say of the call's tags.
type given struct {
	Header
	g             *grammar.Tags
	tags          tags.Reader
	starts        starts
	grammarStarts *starts // of the grammar; reused; nil: there was no call yet
	tool          *schema.Properties
}

// opens takes over what the opening tag says.
func (b *given) opens(c *place.Around, g *grammar.Tags, h *Header) {
	if b.grammarStarts == nil || b.grammarStarts.of != g {
		b.grammarStarts = startsOf(g)
	}
	b.Header, b.g, b.tool = *h, g, nil
	b.tags = tags.Reader{Tags: g, Word: h.Word, Tools: c.Config.Tools, Visits: c.Visits}.Within(h.Prefix)
	b.starts = *b.grammarStarts
	if b.Prefix != "" {
		b.starts.addPrefix(b.Prefix)
	}
	if h.Bare && g.Bare != grammar.BareNative {
		b.Free = b.Free || g.Bare == grammar.BareDeclared
		if !h.Run {
			b.Repairs = append([]parsers.Repair{{Kind: repair.MissingMarker, Offset: h.At}}, b.Repairs...)
		}
	}
	b.Free = b.Free || c.Penalized(h.At)
}
