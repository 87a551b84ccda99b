package object_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

const turnEnd = "<|end|>"

// toys are blocks as the small families write them; the common kind is hermes.
var toys = []grammar.Block{
	// Special tokens, white space between the two of the opener; strings are the rule.
	{
		Format: "token/json", Shape: stringCalls(), Due: grammar.DueBehindObjects,
		Open: []string{"<|start|> <|plugin|>", "<|call|>"}, Close: []string{"<|stop|>"},
	},
	// A word of running text, with no closer.
	{Format: "word/json", Shape: grammar.BlockCalls(), Open: []string{"functools"}, Word: true, Due: grammar.DueNever},
	// Plain tags, whose closer is due nowhere.
	{
		Format: "tag/json", Shape: grammar.BlockCalls(), Plain: true, Due: grammar.DueNever,
		Open: []string{"<call>"}, Close: []string{"</call>"},
	},
}

func stringCalls() *grammar.Shape {
	s := grammar.BlockCalls()
	s.StringArguments = true
	return s
}

func TestBlocks(t *testing.T) {
	for i := range toys {
		f := toy(toys[i])
		t.Run(f.Name, func(t *testing.T) { parsertest.Run(t, f, "testdata/"+f.Name) })
	}
}

func toy(b grammar.Block) *parsers.Family {
	name, _, _ := strings.Cut(b.Format, "/")
	return family.New(&parsers.Family{
		Name:    name,
		Formats: []parsers.Format{{Name: b.Format, Example: b.Open[0] + `{"name": "f", "arguments": {}}`}},
	}, &grammar.Grammar{
		ObjectCalls: true, Delimiters: true, Blocks: []grammar.Block{b}, TurnEnds: []string{turnEnd},
		Thoughts: []grammar.Thought{grammar.ThinkTags},
	})
}
