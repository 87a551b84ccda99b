package laguna

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats of calls without tags, as Laguna XS 2.1 and S 2.1 write them now and then.
const (
	formatInline = "laguna/inline_json"
	formatFenced = "laguna/fenced_json"
)

// Family describes Laguna.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:            "laguna",
		Aliases:         []string{"poolside_v1", "poolside"},
		ModelPatterns:   []string{"*laguna*", "*poolside*"},
		Description:     "Laguna (Poolside): a pair of elements for every argument; JSON in text.",
		Formats:         append(family.PairFormats(&table), family.TextFormats(formatInline, formatFenced)...),
		PreservedTokens: append(table.Tags[0].Tokens(), "<think>", "</think>"),
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	Tags:        []grammar.Tags{grammar.PairTags("laguna/tool_call", grammar.PlainTags, "tool_call", "arg_key", "arg_value")},
	Blocks:      []grammar.Block{grammar.PairBlock("laguna/tool_call_json", grammar.PlainTags, "tool_call")},
	ObjectCalls: true,
	Thoughts:    []grammar.Markers{grammar.ThinkTags},
	TurnEnds:    grammar.ChatEnds,
	Results:     []grammar.Markers{grammar.Element("tool_response")},
	JSON:        grammar.TextCalls(formatInline, formatFenced),
	Penalty:     grammar.PenaltyInText,
}
