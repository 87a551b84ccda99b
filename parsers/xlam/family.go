package xlam

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatArray  = "xlam/json_array"
	formatTagged = "xlam/tagged"
	formatInline = "xlam/inline_json"
	formatFenced = "xlam/fenced_json"
	formatText   = "xlam/text"
)

// Family describes xLAM.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "xlam",
		ModelPatterns: []string{"*xlam*"},
		Description:   "xLAM: JSON at the start of the output, after a tag, in text, in fences; Python calls.",
		Formats: []parsers.Format{
			{
				Name:        formatArray,
				Description: "An array of calls, one or several, or {\"tool_calls\": […]}, at the start of the output.",
				Example:     `[{"name": "get_weather", "arguments": {"city": "Oslo"}}]`,
			}, {
				Name:        formatTagged,
				Description: "An array of calls, or one, after [TOOL_CALLS] or <tool_call>.",
				Example:     `[TOOL_CALLS][{"name": "get_weather", "arguments": {"city": "Oslo"}}]`,
			}, {
				Name:        formatInline,
				Description: "An object with a name and arguments, or an array of them, in running text.",
				Example:     `So: {"name": "get_weather", "arguments": {"city": "Oslo"}}`,
			}, {
				Name:        formatFenced,
				Description: "The same in a Markdown fence.",
				Example:     "```json\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}\n```",
			}, {
				Name:        formatText,
				Description: "Python calls of declared tools: in a list, alone on their lines, in a fence.",
				Example:     `[get_weather(city="Oslo")]`,
			},
		},
		PreservedTokens: []string{"[TOOL_CALLS]", "<tool_call>", "</tool_call>", "<think>", "</think>"},
	}, &table)
}

// leadCalls are the calls at the start of the output.
func leadCalls() *grammar.Shape {
	s := grammar.TextCalls(formatArray, "")
	s.NoArguments = grammar.CallIfDeclared
	inner := grammar.TextCalls("", "")
	inner.NoArguments, inner.StringArguments = grammar.CallIfDeclared, true
	s.Fields = append(s.Fields, grammar.Field{Key: "tool_calls", Shape: inner, Nesting: grammar.NestedList})
	return s
}

var textCalls = grammar.TextCalls(formatInline, formatFenced)

// table is the family's grammar.
var table = grammar.Grammar{
	JSON:        textCalls,
	Lead:        &grammar.Lead{Shape: leadCalls()},
	ObjectCalls: true,
	Penalty:     grammar.PenaltyInText,
	Thoughts:    []grammar.Markers{grammar.ThinkTags},
	Python:      &grammar.Python{Format: formatText, Calls: grammar.PythonLists},
	Blocks: append([]grammar.Block{{
		Format: formatTagged, Shape: grammar.BlockCalls(), Kind: grammar.PlainTags, Closer: grammar.CloserOptional,
		Markers: grammar.Markers{Open: []string{"[TOOL_CALLS]", "<tool_call>"}, Close: []string{"[/TOOL_CALLS]", "</tool_call>"}},
	}}, grammar.StrayBlocks(formatInline, textCalls)...),
	TurnEnds: grammar.TurnEnds,
}
