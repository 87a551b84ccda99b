package hunyuan

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatTags  = "hunyuan/tool_calls"
	formatJSON  = "hunyuan/tool_calls_json"
	formatArray = "hunyuan/json_array"
)

// Family describes Hunyuan.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "hunyuan",
		Aliases:       []string{"hunyuan_a13b", "hy_v3", "hy_v4", "hy3", "hy4"},
		ModelPatterns: []string{"*hunyuan*", "hy3*", "hy4*"},
		Description:   "Hunyuan: a pair of elements for every argument (Hy3, Hy4), a JSON array (A13B).",
		Formats: []parsers.Format{{
			Name:        formatTags,
			Description: "The name after tool_call, then arg_key and arg_value for every argument, in a tool_calls element.",
			Example: "<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n" +
				"</tool_call>\n</tool_calls>",
		}, {
			Name:        formatJSON,
			Description: "JSON arguments after the name, or an object with both, in the same element (4-bit checkpoints of Hy3).",
			Example:     `<tool_call:opensource>get_weather<tool_sep:opensource>{"city": "Oslo"}<end_of_tool_call:opensource>`,
		}, {
			Name:        formatArray,
			Description: "An array of objects with a name and arguments, or one, in a tool_calls element (A13B).",
			Example:     `<tool_calls>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]</tool_calls>`,
		}},
		PreservedTokens: append(tokens(""), tokens(":opensource")...),
	}, &table)
}

// tokens are the tags with a suffix.
func tokens(suffix string) []string {
	var tokens []string
	for _, word := range [...]string{"tool_calls", "tool_call", "arg_key", "arg_value", "think", "answer"} {
		tokens = append(tokens, "<"+word+suffix+">", "</"+word+suffix+">")
	}
	return append(tokens, "<tool_sep"+suffix+">", "<end_of_tool_call"+suffix+">")
}

// table is the family's grammar. Tags with a suffix are special tokens.
var table = grammar.Grammar{
	Tags:        []grammar.Tags{pairs(grammar.PlainTags, grammar.NoAffix), pairs(grammar.SpecialTokens, grammar.Suffixed)},
	Blocks:      append(blocks(">"), blocks(":"+grammar.Word+">")...),
	ObjectCalls: true,
	Thoughts: []grammar.Markers{{
		Open:  []string{"<think>", "<think:" + grammar.Word + ">"},
		Close: []string{"</think>", "</think:" + grammar.Word + ">"},
	}},
	Answer: &grammar.Markers{
		Open:  []string{"<answer>", "<answer:" + grammar.Word + ">"},
		Close: []string{"</answer>", "</answer:" + grammar.Word + ">"},
	},
	TurnEnds: grammar.ChatEnds,
	Results: []grammar.Markers{
		grammar.Element("tool_response"),
		grammar.Element("tool_response:" + grammar.Word),
	},
}

// pairs is how Hy3 and Hy4 write calls. The block reads JSON behind a name.
func pairs(kind grammar.MarkerKind, affix grammar.Affix) grammar.Tags {
	t := grammar.PairTags(formatTags, kind, "tool_call", "arg_key", "arg_value")
	t.Brackets.Affix, t.Wrappers, t.Call.Separator, t.JSONBody = affix, []string{"tool_calls"}, "tool_sep", false
	return t
}

// blocks is how JSON is in tags that end so: A13B writes it in the outer ones, 4-bit
// checkpoints of Hy3 behind the name.
func blocks(end string) []grammar.Block {
	outer, inner := grammar.PlainTags, grammar.UnfencedTags
	if end != ">" {
		outer, inner = grammar.SpecialTokens, grammar.SpecialTokens
	}
	return []grammar.Block{{
		Format: formatArray, Shape: grammar.MarkedCalls(), Body: grammar.BodyData, Kind: outer,
		Markers: grammar.Between("<tool_calls"+end, "</tool_calls"+end),
	}, {
		Format: formatJSON, Shape: grammar.MarkedCalls(), Kind: inner, Reported: inner == grammar.SpecialTokens, Body: grammar.BodyData,
		Markers: grammar.Markers{Open: []string{"<tool_call" + end}, Close: []string{"</tool_call" + end, "<end_of_tool_call" + end}},
		Header:  &grammar.Header{Format: formatJSON, Separator: "<tool_sep" + end, Object: true},
	}}
}
