package object_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

const turnEnd = "<|end|>"

// toys are blocks as the small families write them. hermes has the usual kind of block.
var toys = []grammar.Block{
	// Special tokens, with white space between the two tokens of the opener. Arguments are strings.
	{
		Format: "token/json", Shape: stringCalls(), Closer: grammar.CloserDueAfterObjects,
		Markers: grammar.Markers{Open: []string{"<|start|> <|plugin|>", "<|call|>"}, Close: []string{"<|stop|>"}},
	},
	// A word of running text, with no closer.
	{Format: "word/json", Shape: grammar.BlockCalls(), Markers: grammar.Markers{Open: []string{"functools"}}, Kind: grammar.PlainWord, Closer: grammar.CloserOptional},
	// A token that begins with a bracket, a name before arguments, and only calls between the
	// tokens.
	{
		Format: "header/json", Shape: grammar.MarkedCalls(), Body: grammar.BodyData, Reported: true,
		Markers: grammar.Between("[CALL]", "[/CALL]"),
		Header:  &grammar.Header{Format: "header/named", Separator: "[ARGS]", ID: "[ID]"},
	},
	// Plain tags, whose closer is never due.
	{
		Format: "tag/json", Shape: grammar.BlockCalls(), Kind: grammar.PlainTags, Closer: grammar.CloserOptional,
		Markers: grammar.Element("call"),
	},
	// Several objects between the tags, without a repair.
	{
		Format: "many/json", Shape: grammar.BlockCalls(), Kind: grammar.PlainTags, Body: grammar.BodySeveral,
		Markers: grammar.Element("calls"),
	},
	// A closer that servers remove.
	{
		Format: "stop/json", Shape: grammar.MarkedCalls(), Markers: grammar.Between("<|in|>", "<|out|>"),
		Body: grammar.BodyOne, Closer: grammar.CloserStops,
	},
	// A word before a fence.
	{
		Format: "fence/json", Shape: fenceCalls(), Markers: grammar.Markers{Open: []string{"Do:"}}, Kind: grammar.PlainWord, Body: grammar.BodyFenced, Closer: grammar.CloserOptional,
	},
}

// fenceCalls have ids that may be numbers, and a tool named answer that is no tool.
func fenceCalls() *grammar.Shape {
	return &grammar.Shape{
		NoArguments: grammar.CallOrReport, BuiltIn: []string{"answer"},
		Fields: append(grammar.CallFields("tool"), grammar.Field{Key: "n", Holds: grammar.HoldsNumericID}),
	}
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
	formats := []parsers.Format{{Name: b.Format, Example: example(&b)}}
	if h := b.Header; h != nil {
		formats = append(formats, parsers.Format{Name: h.Format, Example: b.Markers.Open[0] + "f" + h.Separator + "{}"})
	}
	return family.New(&parsers.Family{Name: name, Formats: formats}, &grammar.Grammar{
		ObjectCalls: true, Blocks: []grammar.Block{b}, TurnEnds: []string{turnEnd},
		Thoughts: []grammar.Markers{grammar.ThinkTags},
	})
}

func example(b *grammar.Block) string {
	if b.Body == grammar.BodyFenced {
		return b.Markers.Open[0] + " ```\n{\"tool\": \"f\", \"arguments\": {}}\n```"
	}
	return b.Markers.Open[0] + `{"name": "f", "arguments": {}}`
}
