package phi4

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatFunctools = "phi4/functools"
	formatToolCall  = "phi4/tool_call"
	formatInline    = "phi4/inline_json"
	formatFenced    = "phi4/fenced_json"
	formatText      = "phi4/text"
)

// The special tokens.
var (
	openers = []string{"<|tool_call|>", "<|tool_calls|>"}
	closers = []string{"<|/tool_call|>", "<|/tool_calls|>"}
)

// Family describes Phi-4.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "phi4",
		Aliases:       []string{"phi4_mini_json", "phi4mini", "phi4_mini"},
		ModelPatterns: []string{"*phi-4*", "*phi4*"},
		Description:   "Phi-4-mini: JSON after functools, between special tokens, in text, in fences; Python calls.",
		Formats: slices.Concat([]parsers.Format{
			{
				Name:        formatFunctools,
				Description: "An array of calls, or one, after the word functools.",
				Example:     `functools[{"name": "get_weather", "arguments": {"city": "Oslo"}}]`,
			}, {
				Name:        formatToolCall,
				Description: "An array of calls, or one, between special tokens.",
				Example:     `<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]<|/tool_call|>`,
			},
		}, family.TextFormats(formatInline, formatFenced), []parsers.Format{
			{
				Name:        formatText,
				Description: "Python calls of declared tools: in a list, alone on their lines, in a fence.",
				Example:     `[get_weather(city="Oslo")]`,
			},
		}),
		PreservedTokens: append(append([]string{}, openers...), closers...),
	}, &table)
}

var textCalls = grammar.TextCalls(formatInline, formatFenced)

// table is the family's grammar.
var table = grammar.Grammar{
	JSON:        textCalls,
	ObjectCalls: true,
	Penalty:     grammar.PenaltyInText,
	Thoughts:    []grammar.Markers{grammar.ThinkTags},
	Python:      &grammar.Python{Format: formatText, Calls: grammar.PythonLists},
	Blocks: append([]grammar.Block{
		{
			Format: formatToolCall, Shape: grammar.BlockCalls(),
			Markers: grammar.Markers{Open: openers, Close: closers},
		},
		{Format: formatFunctools, Shape: grammar.BlockCalls(), Markers: grammar.Markers{Open: []string{"functools"}}, Kind: grammar.PlainWord, Closer: grammar.CloserOptional},
	}, grammar.StrayBlocks(formatInline, textCalls)...),
	TurnEnds: grammar.TurnEnds,
}
