package mimo

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatXML  = "mimo/xml"
	formatJSON = "mimo/json"
)

// Family describes MiMo.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "mimo",
		Aliases:       []string{"xiaomi_mimo"},
		ModelPatterns: []string{"*mimo-v2*"},
		Description:   "MiMo V2: function and parameter tags, values inline.",
		Formats: []parsers.Format{{
			Name:        formatXML,
			Description: "Function and parameter tags in a tool_call element, values as they are.",
			Example:     "<tool_call>\n<function=get_weather>\n<parameter=city>Oslo</parameter>\n</function>\n</tool_call>",
		}, {
			Name:        formatJSON,
			Description: "A JSON object with a name and arguments in the same element.",
			Example:     "<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}</tool_call>",
		}},
		PreservedTokens: []string{"<tool_call>", "</tool_call>", "<think>", "</think>"},
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	Tags: []grammar.Tags{functionTags},
	Blocks: []grammar.Block{{
		Format: formatJSON, Shape: grammar.BlockCalls(), Kind: grammar.UnfencedTags,
		Markers: grammar.Element("tool_call"),
	}},
	ObjectCalls: true,
	Thoughts:    []grammar.Markers{grammar.ThinkTags},
	TurnEnds:    []string{"<|im_end|>", "<|endoftext|>"},
	Results:     []grammar.Markers{grammar.Element("tool_response")},
}

// functionTags is how a call is written. The template writes values inline, and
// Python's literals.
var functionTags = grammar.Tags{
	Format:     formatXML,
	Brackets:   grammar.Brackets{Open: "<", Close: "</", End: ">"},
	Wrappers:   []string{"tool_call"},
	Call:       grammar.Tag{Word: "function", Name: grammar.NameAssigned},
	Parameter:  grammar.Tag{Word: "parameter", Name: grammar.NameAssigned},
	JSONBody:   true,
	Literals:   grammar.LiteralsNative,
	WrapperDue: true,
	Bare:       grammar.BareDirect,
	InThought:  grammar.ThoughtDrafts,
}
