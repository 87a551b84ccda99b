package nemotron_deci

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatToolCall = "nemotron_deci/toolcall"
	formatInline   = "nemotron_deci/inline_json"
	formatFenced   = "nemotron_deci/fenced_json"
)

// The tags.
const (
	opener = "<TOOLCALL>"
	closer = "</TOOLCALL>"
)

// Family describes Llama-Nemotron.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "nemotron_deci",
		Aliases:       []string{"nemotron_json", "llama_nemotron_json", "nemotron_v2", "nemotron_nano_v2"},
		ModelPatterns: []string{"*nemotron-super*", "*nemotron-ultra*", "*nemotron-nano*", "*nemotron-mini*"},
		Description:   "Llama-Nemotron and Nemotron Nano v2: a JSON array between <TOOLCALL> tags, JSON in text, in fences.",
		Formats: append([]parsers.Format{
			{
				Name:        formatToolCall,
				Description: "An array of calls, or one, between <TOOLCALL> and </TOOLCALL>.",
				Example:     opener + `[{"name": "get_weather", "arguments": {"city": "Oslo"}}]` + closer,
			},
		}, family.TextFormats(formatInline, formatFenced)...),
		PreservedTokens: []string{opener, closer, "<think>", "</think>"},
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
		Format: formatToolCall, Shape: grammar.BlockCalls(), Kind: grammar.PlainTags,
		Markers: grammar.Between(opener, closer),
	}}, grammar.StrayBlocks(formatInline, textCalls)...),
	TurnEnds: grammar.TurnEnds,
}
