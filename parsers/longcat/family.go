package longcat

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// Family describes LongCat.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:            "longcat",
		ModelPatterns:   []string{"*longcat*"},
		Description:     "LongCat: a pair of elements for every argument (2.0), JSON in the same element (Flash).",
		Formats:         family.PairFormats(&pairs),
		PreservedTokens: pairs.Tokens(),
	}, &table)
}

// pairs is how a call is written.
var pairs = grammar.Pairs{
	Tags: "longcat/tool_call", JSON: "longcat/tool_call_json",
	Call: "longcat_tool_call", Key: "longcat_arg_key", Value: "longcat_arg_value", Special: true,
	Thought: grammar.Element("longcat_think"), TurnEnds: []string{"</longcat_s>"},
}

// table is the family's grammar.
var table = pairs.Grammar()
