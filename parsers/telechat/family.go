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
		Formats:         family.PairFormats(&pairs),
		PreservedTokens: pairs.Tokens(),
	}, &table)
}

// pairs is how a call is written.
var pairs = grammar.Pairs{
	Tags: "telechat/tool_call", JSON: "telechat/tool_call_json",
	Call: "tool_call", Key: "param_key", Value: "param_value",
	Thought: grammar.ThinkTags,
}

// table is the family's grammar.
var table = pairs.Grammar()
