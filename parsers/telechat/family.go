package telechat

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// Family describes TeleChat.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:            "telechat",
		Aliases:         []string{"telechat3", "telechat4", "xingchen4", "xing4_0"},
		ModelPatterns:   []string{"*telechat3*", "*telechat4*", "*xingchen4*", "*xing4.0*", "*xing4_0*"},
		Description:     "TeleChat3, TeleChat4, Xing 4.0: a pair of elements for every argument.",
		Formats:         family.PairFormats(&table),
		PreservedTokens: append(table.Tags[0].Tokens(), "<think>", "</think>"),
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	Tags:        []grammar.Tags{grammar.PairTags("telechat/tool_call", grammar.PlainTags, "tool_call", "param_key", "param_value")},
	Blocks:      []grammar.Block{grammar.PairBlock("telechat/tool_call_json", grammar.PlainTags, "tool_call")},
	ObjectCalls: true,
	Thoughts:    []grammar.Markers{grammar.ThinkTags},
	TurnEnds:    grammar.ChatEnds,
	Results:     []grammar.Markers{grammar.Element("tool_response")},
}
