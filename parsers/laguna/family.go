package laguna

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// Family describes Laguna.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:            "laguna",
		Aliases:         []string{"poolside_v1", "poolside"},
		ModelPatterns:   []string{"*laguna*", "*poolside*"},
		Description:     "Laguna (Poolside): a pair of elements for every argument.",
		Formats:         family.PairFormats(&pairs),
		PreservedTokens: pairs.Tokens(),
	}, &table)
}

// pairs is how a call is written.
var pairs = grammar.Pairs{
	Tags: "laguna/tool_call", JSON: "laguna/tool_call_json",
	Call: "tool_call", Key: "arg_key", Value: "arg_value",
	Thought: grammar.ThinkTags,
}

// table is the family's grammar.
var table = pairs.Grammar()
