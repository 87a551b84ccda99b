package spark

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// Family describes Spark.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:            "spark",
		Aliases:         []string{"spark25", "spark3"},
		ModelPatterns:   []string{"*spark2.5*", "*spark-2.5*", "*spark25*", "spark3*", "spark-3*", "*/spark3*", "*/spark-3*"},
		Description:     "Spark 2.5 and 3: a pair of elements for every argument.",
		Formats:         family.PairFormats(&table),
		PreservedTokens: append(table.Tags[0].Tokens(), "<think>", "</think>"),
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	Tags:        []grammar.Tags{grammar.PairTags("spark/tool_call", grammar.PlainTags, "tool_call", "arg_key", "arg_value")},
	Blocks:      []grammar.Block{grammar.PairBlock("spark/tool_call_json", grammar.PlainTags, "tool_call")},
	ObjectCalls: true,
	Thoughts:    []grammar.Markers{grammar.ThinkTags},
	TurnEnds:    grammar.ChatEnds,
	Results:     []grammar.Markers{grammar.Element("tool_response")},
}
