package iquest

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatTags = "iquest/tool_call"
	formatJSON = "iquest/tool_call_json"
)

// Family describes IQuest.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "iquest",
		Aliases:       []string{"iquest_q1"},
		ModelPatterns: []string{"*iquest*"},
		Description:   "IQuest Q1: a pair of elements for every argument.",
		Formats: []parsers.Format{{
			Name:        formatTags,
			Description: "The name behind iquest_tool_call, then arg_key and arg_value for every argument.",
			Example:     "<iquest_tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n</iquest_tool_call>",
		}, {
			Name:        formatJSON,
			Description: "A JSON object with a name and arguments, or an array of them, in the same element.",
			Example:     "<iquest_tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}\n</iquest_tool_call>",
		}},
		PreservedTokens: []string{
			"<iquest_tool_call>", "</iquest_tool_call>", "<arg_key>", "</arg_key>",
			"<arg_value>", "</arg_value>", "<think>", "</think>",
		},
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	Tags: []grammar.Tags{pairTags},
	Blocks: []grammar.Block{{
		Format: formatJSON, Shape: grammar.BlockCalls(), Reported: true,
		Open: []string{"<iquest_tool_call>"}, Close: []string{"</iquest_tool_call>"}, WrongClose: grammar.WrongClosers,
	}},
	ObjectCalls: true,
	Thoughts:    []grammar.Thought{grammar.ThinkTags},
	TurnEnds:    grammar.ChatEnds,
	Results:     []grammar.Result{{Open: "<tool_response>", Close: "</tool_response>"}},
}

// pairTags is how a call is written. Nothing stands around it: its own closer
// is the marker that may be missing.
var pairTags = grammar.Tags{
	Format:     formatTags,
	Brackets:   grammar.Brackets{Open: "<", Close: "</", End: ">"},
	Call:       grammar.Tag{Word: "iquest_tool_call", Name: grammar.NameBehind},
	Parameter:  grammar.Tag{Word: "arg_value", Key: "arg_key"},
	JSONBody:   true,
	WrapperDue: true,
	Bare:       grammar.BareNative,
	InThought:  grammar.ThoughtCounts,
}
