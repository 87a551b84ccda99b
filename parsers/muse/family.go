package muse

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatTags = "muse/atem"
	formatJSON = "muse/atem_json"
)

// The special tokens.
const (
	start   = "<|start|>"
	message = "<|message|>"
	eom     = "<|eom|>"
	eot     = "<|eot|>"
)

// Family describes Muse.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:    "muse",
		Aliases: []string{"muse_glimmer", "muse_spark", "musespark1x", "glimmer", "muse_spark_open", "onyx"},
		ModelPatterns: []string{
			"*muse-glimmer*", "*muse_glimmer*", "*muse-spark*", "*muse_spark*", "*musespark*",
		},
		Description: "Muse Glimmer and Spark: messages with a recipient between special tokens, and calls in tags.",
		Formats: []parsers.Format{{
			Name:        formatTags,
			Description: "A message to a tool, with invoke and parameter tags.",
			Example: " to=get_weather" + message + "<atem:function_calls>\n<atem:invoke name=\"get_weather\">\n" +
				"<atem:parameter name=\"city\">Oslo</atem:parameter>\n</atem:invoke>\n</atem:function_calls>" + eot,
		}, {
			Name:        formatJSON,
			Description: "A message to a tool, with a JSON object of a name and arguments in the wrapper, or an array of them.",
			Example: " to=get_weather" + message +
				"<atem:function_calls>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}</atem:function_calls>" + eot,
		}},
		PreservedTokens:  []string{start, message, eom, eot},
		ReasoningMarkers: []parsers.ReasoningMarkers{{Open: " to=self" + message, Close: eom}},
		Framed:           true,
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	Frames: &grammar.Frames{
		Ends:        []string{eom, eot},
		ThoughtEnds: []string{eom},
		Messages: &grammar.Messages{
			Format: formatTags, Start: start, Message: message, Role: "assistant", To: "to=",
			Thoughts: []string{"self"}, Words: []string{"user", "commentary", "developer"},
		},
	},
	Tags: []grammar.Tags{invokeTags},
	Blocks: []grammar.Block{{
		Format: formatJSON, Shape: grammar.MarkedCalls(), Kind: grammar.UnfencedTags, Body: grammar.BodyData,
		Markers: grammar.Element("atem:function_calls"),
	}},
	ObjectCalls: true,
}

// invokeTags is how a call is written.
var invokeTags = grammar.Tags{
	Format:    formatTags,
	Brackets:  grammar.Brackets{Open: "<atem:", Close: "</atem:", End: ">"},
	Wrappers:  []string{"function_calls"},
	Call:      grammar.Tag{Word: "invoke", Name: "name"},
	Parameter: grammar.Tag{Word: "parameter", Name: "name"},
	Inside:    grammar.Nests,
	Bare:      grammar.BareFramed,
}
