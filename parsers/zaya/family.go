package zaya

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatXML  = "zaya/xml"
	formatJSON = "zaya/json"
)

// wrapper is the word of the tags around calls.
const wrapper = "zyphra_tool_call"

// Family describes ZAYA1.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "zaya",
		Aliases:       []string{"zaya_xml", "zyphra"},
		ModelPatterns: []string{"*zaya*"},
		Description:   "ZAYA1: function and parameter tags in a zyphra_tool_call element.",
		Formats: []parsers.Format{{
			Name:        formatXML,
			Description: "Function and parameter tags in a zyphra_tool_call element, values on lines of their own.",
			Example:     "<zyphra_tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</zyphra_tool_call>",
		}, {
			Name:        formatJSON,
			Description: "A JSON object with a name and arguments in the same element.",
			Example:     "<zyphra_tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}</zyphra_tool_call>",
		}},
		PreservedTokens: []string{"<zyphra_tool_call>", "</zyphra_tool_call>", "<think>", "</think>"},
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	Tags: []grammar.Tags{{
		Format:      formatXML,
		Brackets:    grammar.Brackets{Open: "<", Close: "</", End: ">"},
		Wrappers:    []string{wrapper},
		Call:        grammar.Tag{Word: "function", Name: grammar.NameAssigned},
		Parameter:   grammar.Tag{Word: "parameter", Name: grammar.NameAssigned},
		TrimNewline: true,
		Literals:    grammar.LiteralsNative,
		WrapperDue:  true,
		Bare:        grammar.BareDirect,
		InThought:   grammar.ThoughtDrafts,
	}},
	Blocks: []grammar.Block{{
		Format: formatJSON, Shape: grammar.BlockCalls(), Kind: grammar.UnfencedTags, Markers: grammar.Element(wrapper),
	}},
	ObjectCalls: true,
	Thoughts:    []grammar.Markers{grammar.ThinkTags},
	TurnEnds:    grammar.ChatEnds,
	Results:     []grammar.Markers{grammar.Element("zyphra_tool_response")},
}
