package hermes

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatToolCall = "hermes/tool_call"
	formatInline   = "hermes/inline_json"
	formatFenced   = "hermes/fenced_json"
	formatText     = "hermes/text"
)

const (
	opener  = "<tool_call>"
	closer  = "</tool_call>"
	imStart = "<|im_start|>"
	imEnd   = "<|im_end|>"
)

// Family describes Hermes and Qwen.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name: "hermes",
		Aliases: []string{
			"qwen", "qwen25", "qwen2d5", "qwen3", "qwen3_json", "qwen3_thinking", "qwen3_vl_instruct", "qwen3_vl_thinking",
			"hermes_2_pro", "nous", "json_tools", "exaone_moe", "kolibri1", "bielik",
			"hermes3", "holo2", "exaone", "qwen_3", "qwen2_5_coder", "motif", "motif_hermes", "rwkv",
		},
		ModelPatterns: []string{
			"*hermes-2*", "*hermes-3*", "*hermes-4*", "*hermes2*", "*hermes3*",
			"*qwen2*", "*qwen3*", "*qwq*", "*smollm3*", "*exaone*", "*kolibri-1*", "*bielik*",
			"*holo2*", "*mellum2*", "*param2*", "*a.x-k1*", "*a.x-k2*", "*motif-3*", "ling-2.6*", "*/ling-2.6*", "*r1t2-chimera*", "*reka-edge*", "*mimo-vl*",
		},
		OtherModels: otherLineages,
		Description: "Hermes, Qwen 2.5 and 3, QwQ: JSON between <tool_call> tags, in text, in fences; Python calls.",
		Formats: []parsers.Format{
			{
				Name:        formatToolCall,
				Description: "A JSON object with a name and arguments between <tool_call> and </tool_call>.",
				Example:     "<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}\n</tool_call>",
			}, {
				Name:        formatInline,
				Description: "The object, or an array of them, in running text.",
				Example:     `{"name": "get_weather", "arguments": {"city": "Oslo"}}`,
			}, {
				Name:        formatFenced,
				Description: "The object, or an array of them, in a Markdown fence.",
				Example:     "```json\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}\n```",
			}, {
				Name:        formatText,
				Description: "Python calls of declared tools: in a list, alone on their lines, in a fence.",
				Example:     `[get_weather(city="Oslo")]`,
			},
		},
		PreservedTokens: []string{opener, closer, imStart, imEnd},
	}, &table)
}

// otherLineages are models of other vendors whose ids match, but that write in another way.
var otherLineages = []string{
	"*deepseek*qwen*", "*qwen*deepseek*", "*deepseek*qwq*", "*qwq*deepseek*", "*deepseek*hermes*", "*hermes*deepseek*", "*xlam*",
}

// scratchPad is where Hermes 3 thinks.
var scratchPad = grammar.Element("scratch_pad")

var textCalls = grammar.TextCalls(formatInline, formatFenced)

// table is the family's grammar.
var table = grammar.Grammar{
	JSON:        textCalls,
	ObjectCalls: true,
	Penalty:     grammar.PenaltyInText,
	Thoughts:    []grammar.Markers{grammar.ThinkTags, scratchPad},
	Python:      &grammar.Python{Format: formatText, Calls: grammar.PythonLists},
	Blocks: append([]grammar.Block{{
		Format: formatToolCall, Shape: grammar.BlockCalls(), Kind: grammar.PlainTags,
		Markers: grammar.Between(opener, closer),
	}}, grammar.StrayBlocks(formatInline, textCalls)...),
	Results: []grammar.Markers{grammar.Element("tool_response")},
	TurnEnds: []string{
		imStart + "assistant", imStart, imEnd, "<|endoftext|>", "<|eot_id|>", "</s>", "<|end_header_id|>",
	},
}
