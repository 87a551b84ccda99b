package k2_horizon

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// Family describes K2 Horizon.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:            "k2_horizon",
		Aliases:         []string{"k2_v3", "k2v3"},
		ModelPatterns:   []string{"*k2-horizon*", "*k2_horizon*"},
		Description:     "K2 Horizon: a pair of elements for every argument, in a section of special tokens.",
		Formats:         family.PairFormats(&pairs),
		PreservedTokens: pairs.Tokens(),
		ReasoningMarkers: []parsers.ReasoningMarkers{
			{Open: "<ifm|think>", Close: "</ifm|think>"},
			{Open: "<ifm|think_fast>", Close: "</ifm|think_fast>"},
			{Open: "<ifm|think_faster>", Close: "</ifm|think_faster>"},
		},
	}, &table)
}

// pairs is how a call is written.
var pairs = grammar.Pairs{
	Tags: "k2_horizon/tool_call", JSON: "k2_horizon/tool_call_json",
	Section: "ifm|tool_calls", Call: "ifm|tool_call",
	Key: "ifm|arg_key", Type: "ifm|arg_type", Value: "ifm|arg_value", Special: true,
	Thought: think, TurnEnds: []string{"<|ifm|im_end|>", "<|ifm|endoftext|>"},
}

// think is where the model thinks. The effort that the request asks for chooses the
// tag; models close with another one than they opened with.
var think = grammar.Markers{
	Open:  []string{"<ifm|think>", "<ifm|think_fast>", "<ifm|think_faster>"},
	Close: []string{"</ifm|think>", "</ifm|think_fast>", "</ifm|think_faster>"},
}

// table is the family's grammar.
var table = pairs.Grammar()
