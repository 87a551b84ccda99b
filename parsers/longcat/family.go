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
		Aliases:         []string{"longcatflash"},
		ModelPatterns:   []string{"*longcat*"},
		Description:     "LongCat: a pair of elements for every argument (2.0), JSON in the same element (Flash).",
		Formats:         family.PairFormats(&table),
		PreservedTokens: append(table.Tags[0].Tokens(), "<longcat_think>", "</longcat_think>"),
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	Tags:        []grammar.Tags{grammar.PairTags("longcat/tool_call", grammar.SpecialTokens, "longcat_tool_call", "longcat_arg_key", "longcat_arg_value")},
	Blocks:      []grammar.Block{grammar.PairBlock("longcat/tool_call_json", grammar.SpecialTokens, "longcat_tool_call")},
	ObjectCalls: true,
	Thoughts:    []grammar.Markers{grammar.Element("longcat_think")},
	TurnEnds:    append([]string{"</longcat_s>"}, grammar.ChatEnds...),
	Results:     []grammar.Markers{grammar.Element("tool_response")},
}
