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
		Formats:         family.PairFormats(&pairs),
		PreservedTokens: pairs.Tokens(),
	}, &table)
}

// pairs is how a call is written.
var pairs = grammar.Pairs{
	Tags: "spark/tool_call", JSON: "spark/tool_call_json",
	Call: "tool_call", Key: "arg_key", Value: "arg_value",
	Thought: grammar.ThinkTags,
}

// table is the family's grammar.
var table = pairs.Grammar()
