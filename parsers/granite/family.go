package granite

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatCall     = "granite/tool_call"
	formatToken    = "granite/tool_token"
	formatFunction = "granite/function_call"
	formatInline   = "granite/inline_json"
	formatFenced   = "granite/fenced_json"
	formatText     = "granite/text"
)

const token = "<|tool_call|>"

// Family describes Granite.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "granite",
		Aliases:       []string{"granite4", "granite_20b_fc", "granite_pythonic"},
		ModelPatterns: []string{"*granite*"},
		Description:   "Granite 3, 4 and 20B: JSON after a tag or a special token, in text, in fences; Python calls.",
		Formats: slices.Concat([]parsers.Format{
			{
				Name:        formatCall,
				Description: "An object between <tool_call> and </tool_call> (4), or an array after <tool_call> (3.1 on).",
				Example:     "<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}\n</tool_call>",
			}, {
				Name:        formatToken,
				Description: "An array of calls, or one, after <|tool_call|> (3.0 to 3.3).",
				Example:     token + `[{"name": "get_weather", "arguments": {"city": "Oslo"}}]`,
			}, {
				Name:        formatFunction,
				Description: "An object after <function_call>, which each call has (20B).",
				Example:     `<function_call> {"name": "get_weather", "arguments": {"city": "Oslo"}}`,
			},
		}, family.TextFormats(formatInline, formatFenced), []parsers.Format{
			{
				Name:        formatText,
				Description: "Python calls of declared tools: in a list, alone on their lines, in a fence.",
				Example:     `[get_weather(city="Oslo")]`,
			},
		}),
		PreservedTokens: []string{token, "<think>", "</think>"},
	}, &table)
}

// stringly is the shape of calls whose arguments are written as a string by default.
func stringly(s *grammar.Shape) *grammar.Shape {
	s.StringArguments = true
	return s
}

var (
	textCalls  = stringly(grammar.TextCalls(formatInline, formatFenced))
	blockCalls = stringly(grammar.BlockCalls())
)

// table is the family's grammar.
var table = grammar.Grammar{
	JSON:        textCalls,
	ObjectCalls: true,
	Penalty:     grammar.PenaltyInText,
	NoCalls:     []string{"no_function"},
	Thoughts: []grammar.Markers{grammar.ThinkTags, {
		Open:  []string{"Here is my thought process:", "Here's my thought process:"},
		Close: []string{"Here is my response:", "Here's my response:"},
	}},
	Python: &grammar.Python{Format: formatText, Calls: grammar.PythonLists},
	Blocks: append([]grammar.Block{
		{
			Format: formatCall, Shape: blockCalls, Kind: grammar.PlainTags, Closer: grammar.CloserDueAfterObjects,
			Markers: grammar.Element("tool_call"),
		}, {
			Format: formatToken, Shape: blockCalls, Closer: grammar.CloserOptional,
			Markers: grammar.Between(token, "<|/tool_call|>"),
		}, {
			Format: formatFunction, Shape: blockCalls, Kind: grammar.PlainTags, Closer: grammar.CloserOptional,
			Markers: grammar.Element("function_call"),
		},
	}, grammar.StrayBlocks(formatInline, textCalls, "function_call")...),
	TurnEnds: grammar.TurnEnds,
}
