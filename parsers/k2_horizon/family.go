package k2_horizon

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// Family describes K2 Horizon.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:            "k2_horizon",
		Aliases:         []string{"k2_v3", "k2v3", "ifm"},
		ModelPatterns:   []string{"*k2-horizon*", "*k2_horizon*", "*jais-3*"},
		Description:     "K2 Horizon: a pair of elements for every argument, in a section of special tokens.",
		Formats:         family.PairFormats(&table),
		PreservedTokens: slices.Concat(table.Tags[0].Tokens(), think.Open, think.Close),
		ReasoningMarkers: []parsers.ReasoningMarkers{
			{Open: "<ifm|think>", Close: "</ifm|think>"},
			{Open: "<ifm|think_fast>", Close: "</ifm|think_fast>"},
			{Open: "<ifm|think_faster>", Close: "</ifm|think_faster>"},
		},
	}, &table)
}

// think is where the model thinks. The effort that the request asks for chooses the
// tag; models close with another one than they opened with.
var think = grammar.Markers{
	Open:  []string{"<ifm|think>", "<ifm|think_fast>", "<ifm|think_faster>"},
	Close: []string{"</ifm|think>", "</ifm|think_fast>", "</ifm|think_faster>"},
}

// table is the family's grammar.
var table = grammar.Grammar{
	Tags:        []grammar.Tags{tags()},
	Blocks:      []grammar.Block{grammar.PairBlock("k2_horizon/tool_call_json", grammar.SpecialTokens, "ifm|tool_call")},
	ObjectCalls: true,
	Thoughts:    []grammar.Markers{think},
	TurnEnds:    append([]string{"<|ifm|im_end|>", "<|ifm|endoftext|>"}, grammar.ChatEnds...),
	Results:     []grammar.Markers{grammar.Element("tool_response")},
}

// tags is how a call is written: between key and value there may be the value's type.
func tags() grammar.Tags {
	t := grammar.PairTags("k2_horizon/tool_call", grammar.SpecialTokens, "ifm|tool_call", "ifm|arg_key", "ifm|arg_value")
	t.Wrappers = []string{"ifm|tool_calls"}
	t.Parameter.Type, t.Typing = "ifm|arg_type", grammar.TypedBySchemaOrName
	return t
}
