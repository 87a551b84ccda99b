package braces_test

import (
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// raw reads delimited values as text, and also reads calls without their tokens.
var raw = grammar.Tree{
	Format: "raw/tree", Bare: "raw/bare", Markers: grammar.Between("<do>", "<done>"), Word: "do:", Delimiter: "<q>",
}

// typed reads delimited values as the schema's types.
var typed = grammar.Tree{Format: "typed/tree", Markers: grammar.Between("<do>", "<done>"), Word: "do:", Delimiter: "<q>", Typed: true}

func toy(name string, g grammar.Tree) *parsers.Family {
	formats := []parsers.Format{{Name: g.Format, Example: "<do>do:f{k:<q>v<q>}<done>"}}
	if g.Bare != "" {
		formats = append(formats, parsers.Format{Name: g.Bare, Example: "do:f{k:<q>v<q>}"})
	}
	return family.New(&parsers.Family{Name: name, Formats: formats}, &grammar.Grammar{
		Trees: []grammar.Tree{g}, TurnEnds: []string{"<|end|>"}, Thoughts: []grammar.Markers{grammar.ThinkTags},
	})
}

func TestGrammars(t *testing.T) {
	for _, f := range []*parsers.Family{toy("raw", raw), toy("typed", typed)} {
		t.Run(f.Name, func(t *testing.T) {
			parsertest.Run(t, f, "testdata/"+f.Name, parsertest.NonJSONFormats("raw/tree", "raw/bare", "typed/tree"))
		})
	}
}
