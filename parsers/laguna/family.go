package laguna

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatTags = "laguna/tool_call"
	formatJSON = "laguna/tool_call_json"
)

// Family describes Laguna.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "laguna",
		Aliases:       []string{"poolside_v1", "poolside"},
		ModelPatterns: []string{"*laguna*", "*poolside*"},
		Description:   "Laguna (Poolside): a pair of elements for every argument.",
		Formats: []parsers.Format{{
			Name:        formatTags,
			Description: "The name behind tool_call, then arg_key and arg_value for every argument.",
			Example:     "<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n</tool_call>",
		}, {
			Name:        formatJSON,
			Description: "A JSON object with a name and arguments, or an array of them, in the same element.",
			Example:     "<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}\n</tool_call>",
		}},
		PreservedTokens: []string{
			"<tool_call>", "</tool_call>", "<arg_key>", "</arg_key>",
			"<arg_value>", "</arg_value>", "<think>", "</think>",
		},
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	Tags: []grammar.Tags{pairTags},
	Blocks: []grammar.Block{{
		Format: formatJSON, Shape: grammar.BlockCalls(), Plain: true, Quoted: true,
		Open: []string{"<tool_call>"}, Close: []string{"</tool_call>"}, WrongClose: grammar.WrongClosers,
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
	Call:       grammar.Tag{Word: "tool_call", Name: grammar.NameBehind},
	Parameter:  grammar.Tag{Word: "arg_value", Key: "arg_key"},
	JSONBody:   true,
	WrapperDue: true,
	Bare:       grammar.BareNative,
	InThought:  grammar.ThoughtDrafts,
}
