package qwen3_coder

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatXML  = "qwen3_coder/xml"
	formatJSON = "qwen3_coder/json"
)

// Family describes Qwen3-Coder.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name: "qwen3_coder",
		Aliases: []string{
			"qwen3_xml", "qwen_xml", "qwen_coder", "qwen3coder", "qwen3_5", "step3p5", "step5", "nanbeige",
			"nemotron", "nemotron_nano", "nemotron_v3", "nemotron_3_nano", "seed_oss", "minicpmv", "iquest_coder", "berrylm",
			"interns2_preview", "ornith",
			"nemotron3", "nemotron_3", "nemotron_3_5_nano", "nano_v3", "granite_thinking", "granite_thinking_parser", "qwen_3_5", "qwen_3_coder", "qwen38", "intellect3", "step3_5", "step3_7",
		},
		ModelPatterns: []string{
			"*qwen3*coder*", "*qwen3.5*", "*qwen3.6*", "*qwen3.7*", "*qwen3.8*", "*qwen4*", "*nemotron-3*", "*step-3.5*", "*step-3.7*",
			"*step-5*", "*step5*", "*seed-oss*", "*seedoss*", "*granite-4.2*", "*iquest-coder-v1*",
			"*minicpm-v-4.6*", "*minicpm-v-4_6*", "*intern-s2*", "*intellect-3*", "*nemotron-cascade-2*", "*berrylm*", "*ornith*",
			"*trinity-large-thinking*", "*k-exaone-2.*", "*nanbeige4.2*", "*joyai-llm*",
		},
		Description: "Qwen3-Coder, Qwen3.5, Nemotron 3, Step 3.5, Seed-OSS: function and parameter tags.",
		Formats: []parsers.Format{{
			Name:        formatXML,
			Description: "Function and parameter tags in a tool_call element, values on lines of their own.",
			Example:     "<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</tool_call>",
		}, {
			Name:        formatJSON,
			Description: "A JSON object with a name and arguments in the same element.",
			Example:     "<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}</tool_call>",
		}},
		PreservedTokens: []string{
			"<tool_call>", "</tool_call>", "<seed:tool_call>", "</seed:tool_call>",
			"<think>", "</think>", "<seed:think>", "</seed:think>",
		},
	}, &table)
}

// seedThink is how Seed-OSS marks its thoughts.
var seedThink = grammar.Element("seed:think")

// table is the family's grammar.
var table = grammar.Grammar{
	Tags: []grammar.Tags{functionTags},
	Blocks: []grammar.Block{{
		Format: formatJSON, Shape: grammar.BlockCalls(), Kind: grammar.UnfencedTags,
		Markers: grammar.Markers{Open: []string{"<tool_call>", "<seed:tool_call>"}, Close: []string{"</tool_call>", "</seed:tool_call>"}},
	}},
	ObjectCalls: true,
	Thoughts:    []grammar.Markers{grammar.ThinkTags, seedThink},
	TurnEnds:    []string{"<|im_end|>", "<|endoftext|>", "<seed:eos>"},
	Results:     []grammar.Markers{grammar.Element("tool_response")},
}

// functionTags is how a call is written. The template writes a newline before
// and after every value, but for Seed-OSS's, and Python's literals.
var functionTags = grammar.Tags{
	Format:            formatXML,
	Brackets:          grammar.Brackets{Open: "<", Close: "</", End: ">"},
	Wrappers:          []string{"tool_call", "seed:tool_call"},
	Call:              grammar.Tag{Word: "function", Name: grammar.NameAssigned},
	Parameter:         grammar.Tag{Word: "parameter", Name: grammar.NameAssigned},
	JSONBody:          true,
	TrimNewline:       true,
	Literals:          grammar.LiteralsNative,
	UntrimmedWrappers: []string{"seed:tool_call"},
	WrapperDue:        true,
	Bare:              grammar.BareDirect,
	InThought:         grammar.ThoughtDrafts,
}
