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
		Aliases:         []string{"iquest_q1", "iquest_coder_v2"},
		ModelPatterns:   []string{"*iquest*"},
		Description:     "IQuest Q1, IQuest-Coder V2: a pair of elements for every argument.",
		Formats:         family.PairFormats(&pairs),
		PreservedTokens: append(pairs.Tokens(), "<"+coder.Call+">", "</"+coder.Call+">"),
	}, &table)
}

// pairs is how Q1 writes a call.
var pairs = grammar.Pairs{
	Tags: "iquest/tool_call", JSON: "iquest/tool_call_json",
	Call: "iquest_tool_call", Key: "arg_key", Value: "arg_value", Special: true,
	Thought: grammar.ThinkTags, TurnEnds: []string{"<|iquest_end|>"},
}

// coder is how Coder V2 does.
var coder = grammar.Pairs{
	Tags: pairs.Tags, JSON: pairs.JSON, Call: "iquestcoder_tool_call", Key: pairs.Key, Value: pairs.Value, Special: true,
	Thought: pairs.Thought,
}

// table is the family's grammar.
var table = func() grammar.Grammar {
	g, v2 := pairs.Grammar(), coder.Grammar()
	g.Tags, g.Blocks = append(g.Tags, v2.Tags...), append(g.Blocks, v2.Blocks...)
	return g
}()
