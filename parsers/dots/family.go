package dots

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatTags = "dots/function_call"
	formatJSON = "dots/function_call_json"
)

// Family describes dots.llm1.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "dots",
		ModelPatterns: []string{"*dots.llm*", "*dots1*", "*rednote*", "*dots3*"},
		Description:   "dots.llm1: invoke and parameter tags in a wrapper of their own.",
		Formats: []parsers.Format{{
			Name:        formatTags,
			Description: "Invoke and parameter tags in a dots_function_call element.",
			Example:     "<dots_function_call>\n<invoke name=\"get_weather\">\n<parameter name=\"city\">Oslo</parameter>\n</invoke>\n</dots_function_call>",
		}, {
			Name:        formatJSON,
			Description: "A JSON object with a name and arguments, or an array of them, in the same element.",
			Example:     "<dots_function_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}</dots_function_call>",
		}},
		PreservedTokens: []string{"<dots_function_call>", "</dots_function_call>", "<think>", "</think>"},
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	Tags: []grammar.Tags{invokeTags},
	Blocks: []grammar.Block{{
		Format: formatJSON, Shape: grammar.MarkedCalls(), Kind: grammar.UnfencedTags, Body: grammar.BodyData,
		Markers: grammar.Element("dots_function_call"),
	}},
	ObjectCalls: true,
	Thoughts:    []grammar.Markers{grammar.ThinkTags},
	TurnEnds:    append([]string{"<|endofresponse|>"}, grammar.ChatEnds...),
	Results:     []grammar.Markers{grammar.Element("tool_response")},
}

// invokeTags is how a call is written.
var invokeTags = grammar.Tags{
	Format:     formatTags,
	Brackets:   grammar.Brackets{Open: "<", Close: "</", End: ">"},
	Wrappers:   []string{"dots_function_call"},
	Call:       grammar.Tag{Word: "invoke", Name: "name"},
	Parameter:  grammar.Tag{Word: "parameter", Name: "name"},
	Attributes: grammar.AttributesUnquoted,
	Inside:     grammar.Nests,
	Bare:       grammar.BareDirect,
}
