package longcat

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatTags = "longcat/tool_call"
	formatJSON = "longcat/tool_call_json"
)

// Family describes LongCat.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "longcat",
		ModelPatterns: []string{"*longcat*"},
		Description:   "LongCat: a pair of elements for every argument (2.0), JSON in the same element (Flash).",
		Formats: []parsers.Format{{
			Name:        formatTags,
			Description: "The name behind longcat_tool_call, then longcat_arg_key and longcat_arg_value for every argument.",
			Example:     "<longcat_tool_call>get_weather\n<longcat_arg_key>city</longcat_arg_key>\n<longcat_arg_value>Oslo</longcat_arg_value>\n</longcat_tool_call>",
		}, {
			Name:        formatJSON,
			Description: "A JSON object with a name and arguments, or an array of them, in the same element.",
			Example:     "<longcat_tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}\n</longcat_tool_call>",
		}},
		PreservedTokens: []string{
			"<longcat_tool_call>", "</longcat_tool_call>", "<longcat_arg_key>", "</longcat_arg_key>",
			"<longcat_arg_value>", "</longcat_arg_value>", "<longcat_think>", "</longcat_think>",
		},
	}, &table)
}

// longThink is how it marks its thoughts.
var longThink = grammar.Thought{Open: "<longcat_think>", Close: "</longcat_think>"}

// table is the family's grammar.
var table = grammar.Grammar{
	Tags: []grammar.Tags{pairTags},
	Blocks: []grammar.Block{{
		Format: formatJSON, Shape: grammar.BlockCalls(), Reported: true,
		Open: []string{"<longcat_tool_call>"}, Close: []string{"</longcat_tool_call>"}, WrongClose: grammar.WrongClosers,
	}},
	ObjectCalls: true,
	Thoughts:    []grammar.Thought{longThink},
	TurnEnds:    grammar.ChatEnds,
	Results:     []grammar.Result{{Open: "<tool_response>", Close: "</tool_response>"}},
}

// pairTags is how a call is written. Nothing stands around it: its own closer
// is the marker that may be missing.
var pairTags = grammar.Tags{
	Format:     formatTags,
	Brackets:   grammar.Brackets{Open: "<", Close: "</", End: ">"},
	Call:       grammar.Tag{Word: "longcat_tool_call", Name: grammar.NameBehind},
	Parameter:  grammar.Tag{Word: "longcat_arg_value", Key: "longcat_arg_key"},
	JSONBody:   true,
	WrapperDue: true,
	Bare:       grammar.BareNative,
	InThought:  grammar.ThoughtCounts,
}
