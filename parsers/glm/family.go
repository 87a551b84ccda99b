package glm

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatTags = "glm/arg_tags"
	formatJSON = "glm/json"
	formatName = "glm/name_json"
)

// Family describes GLM.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name: "glm",
		Aliases: []string{
			"glm45", "glm47", "glm4_moe", "glm45_moe", "glm47_moe", "glm_4_5", "glm_4_7", "glm_ocr", "ling3",
			"glm4_5", "glm4_6", "glm4_7", "glm46", "glm5", "glm_5_2", "glm53", "glm53_flash",
		},
		ModelPatterns: []string{
			"*glm-4*", "*glm4*", "*glm-5*", "*glm-z1*", "*glm-ocr*", "ling-3*", "*/ling-3*", "ring-2.6*", "*/ring-2.6*",
			"flint", "flint-*", "*/flint", "*/flint-*", "*macaron-v1*", "*glm-ga*", "ling-2.5*", "*/ling-2.5*", "ring-2.5*", "*/ring-2.5*",
		},
		Description: "GLM 4.5 and later, Ling 3: a pair of elements for every argument.",
		Formats: []parsers.Format{{
			Name:        formatTags,
			Description: "The name after tool_call, then arg_key and arg_value for every argument.",
			Example: "<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n" +
				"</tool_call>",
		}, {
			Name:        formatJSON,
			Description: "A JSON object with a name and arguments in the same element.",
			Example:     "<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}</tool_call>",
		}, {
			Name:        formatName,
			Description: "A declared tool's name on a line and JSON arguments after it, as the whole output (GLM-4-9B).",
			Example:     "get_weather\n{\"city\": \"Oslo\"}",
		}},
		PreservedTokens: []string{
			"<tool_call>", "</tool_call>", "<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>",
			"<think>", "</think>", "<|observation|>",
		},
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	Tags: []grammar.Tags{pairTags()},
	Blocks: []grammar.Block{{
		Format: formatJSON, Shape: grammar.BlockCalls(), Kind: grammar.UnfencedTags,
		Markers: grammar.Element("tool_call"),
	}},
	NameLines:   formatName,
	ObjectCalls: true,
	Thoughts:    []grammar.Markers{grammar.ThinkTags},
	TurnEnds:    []string{"<|observation|>", "<|user|>", "<|endoftext|>", "<|im_end|>", "<|role_end|>"},
	Results:     []grammar.Markers{grammar.Element("tool_response")},
}

// pairTags is how a call is written.
func pairTags() grammar.Tags {
	t := grammar.PairTags(formatTags, grammar.PlainTags, "tool_call", "arg_key", "arg_value")
	t.JSONBody, t.Literals, t.Mended = false, grammar.LiteralsNative, true
	return t
}
