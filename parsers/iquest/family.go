package iquest

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The elements of calls.
const (
	q1    = "iquest_tool_call"
	coder = "iquestcoder_tool_call"
)

// Family describes IQuest.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:            "iquest",
		Aliases:         []string{"iquest_q1", "iquest_coder_v2"},
		ModelPatterns:   []string{"*iquest*"},
		Description:     "IQuest Q1, IQuest-Coder V2: a pair of elements for every argument.",
		Formats:         family.PairFormats(&table),
		PreservedTokens: append(table.Tags[0].Tokens(), "<think>", "</think>", "<"+coder+">", "</"+coder+">"),
	}, &table)
}

// table is the family's grammar: Q1 and Coder V2 have different elements.
var table = grammar.Grammar{
	Tags:        []grammar.Tags{tags(q1), tags(coder)},
	Blocks:      []grammar.Block{block(q1), block(coder)},
	ObjectCalls: true,
	Thoughts:    []grammar.Markers{grammar.ThinkTags},
	TurnEnds:    append([]string{"<|iquest_end|>"}, grammar.ChatEnds...),
	Results:     []grammar.Markers{grammar.Element("tool_response")},
}

func tags(call string) grammar.Tags {
	return grammar.PairTags("iquest/tool_call", grammar.SpecialTokens, call, "arg_key", "arg_value")
}

func block(call string) grammar.Block {
	return grammar.PairBlock("iquest/tool_call_json", grammar.SpecialTokens, call)
}
