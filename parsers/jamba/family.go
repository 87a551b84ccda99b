package jamba

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatToolCalls = "jamba/tool_calls"
	formatInline    = "jamba/inline_json"
	formatFenced    = "jamba/fenced_json"
)

// The tags.
const (
	opener = "<tool_calls>"
	closer = "</tool_calls>"
)

// Family describes Jamba.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "jamba",
		ModelPatterns: []string{"*jamba*"},
		Description:   "Jamba: a JSON array between <tool_calls> tags, JSON in text, in fences.",
		Formats: append([]parsers.Format{
			{
				Name:        formatToolCalls,
				Description: "An array of calls, or one, between <tool_calls> and </tool_calls>.",
				Example:     opener + "[\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}\n]" + closer,
			},
		}, family.TextFormats(formatInline, formatFenced)...),
		PreservedTokens: []string{opener, closer},
	}, &table)
}

var textCalls = grammar.TextCalls(formatInline, formatFenced)

// table is the family's grammar.
var table = grammar.Grammar{
	JSON:        textCalls,
	ObjectCalls: true,
	Penalty:     grammar.PenaltyInText,
	Thoughts:    []grammar.Markers{grammar.ThinkTags},
	Blocks: append([]grammar.Block{{
		Format: formatToolCalls, Shape: grammar.BlockCalls(), Kind: grammar.PlainTags,
		Markers: grammar.Between(opener, closer),
	}}, grammar.StrayBlocks(formatInline, textCalls)...),
	TurnEnds: grammar.TurnEnds,
}
