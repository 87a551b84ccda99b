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
		Formats:         append(family.PairFormats(&pairs), family.TextFormats(formatInline, formatFenced)...),
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
var table = withText(pairs.Grammar())

// withText lets calls be in text, too, as objects.
func withText(g grammar.Grammar) grammar.Grammar {
	g.JSON = grammar.TextCalls(formatInline, formatFenced)
	g.InlineFree, g.FenceFree = true, true
	return g
}
