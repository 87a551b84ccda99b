package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// blockMarkers are the markers of a grammar's blocks.
func blockMarkers(blocks []grammar.Block) []Marker {
	var markers []Marker
	for i := range blocks {
		b := &blocks[i]
		markers = append(markers, opener(b))
		if len(b.Close) > 0 && !b.Stray {
			markers = append(markers, closer(b))
		}
	}
	return markers
}

// opener is the marker that opens the block.
func opener(b *grammar.Block) Marker {
	matches := spelled(b.Open, b.Plain)
	return Marker{
		First: b.Open[0][0], Match: matches,
		Begins: b.Announces(), Word: b.Word, Think: !b.Plain && !b.Word,
		Fenced: b.Plain && !b.Stray && !b.Quoted, Drafts: b.Plain && !b.Stray,
		Formats: []string{b.Format}, opener: true,
		Open: func(e *Engine, at int) Candidate {
			e.between.Open(e.json, b, at, at+int(matches(e.Rest(at), true)))
			return e.Read(e.between)
		},
	}
}

// closer is the marker that closes the block; alone it is markup behind a call.
func closer(b *grammar.Block) Marker {
	matches := spelled(b.Close, b.Plain)
	return Marker{
		First: b.Close[0][0], Match: matches,
		Think: !b.Plain, Fenced: b.Plain && !b.Quoted, Ends: place.EndsArguments,
		Open: func(e *Engine, at int) Candidate {
			e.Seek(at + int(matches(e.Rest(at), true)))
			e.Markup(e.Pos, parsers.RoleTrail)
			return nothing{}
		},
	}
}

// spelled matches markers as a table spells them.
func spelled(texts []string, fold bool) func(b []byte, final bool) match.Answer {
	return func(b []byte, final bool) match.Answer { return match.AnySpelling(texts, b, final, fold) }
}

// nothing is the candidate that has nothing left to read.
type nothing struct{}

// Step implements [Candidate].
func (nothing) Step(*Engine) bool { return true }

// Marks implements [place.Place].
func (e *Engine) Marks() bool { return !e.InFence() || e.quote.block }

// opensBlock tells whether a block's opener stands at the start of a fence's
// body, at offset at; more: one may.
func (e *Engine) opensBlock(at int) (yes, more bool) {
	if len(e.grammar.Blocks) == 0 || e.quote.think != 0 || e.nested || len(e.Rest(at)) == 0 {
		return false, false
	}
	m, n := e.MarkerAt(at)
	return n > 0 && m.Fenced && m.Begins && e.wanted(m), n < 0
}
