package iquest

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// Family describes IQuest.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:            "iquest",
		Aliases:         []string{"iquest_q1"},
		ModelPatterns:   []string{"*iquest*"},
		Description:     "IQuest Q1: a pair of elements for every argument.",
		Formats:         family.PairFormats(&pairs),
		PreservedTokens: pairs.Tokens(),
	}, &table)
}

// pairs is how a call is written.
var pairs = grammar.Pairs{
	Tags: "iquest/tool_call", JSON: "iquest/tool_call_json",
	Call: "iquest_tool_call", Key: "arg_key", Value: "arg_value", Special: true,
	Thought: grammar.ThinkTags,
}

// table is the family's grammar.
var table = pairs.Grammar()
