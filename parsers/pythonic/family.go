package pythonic

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatList          = "pythonic/list"
	formatToolTokens    = "pythonic/tool_tokens"
	formatFunctionCalls = "pythonic/function_calls"
	formatText          = "pythonic/text"
	formatFenced        = "pythonic/fenced"
	formatJSON          = "pythonic/json"
)

const (
	pythonStart  = "<|python_start|>"
	pythonEnd    = "<|python_end|>"
	toolStart    = "<|tool_call_start|>"
	toolEnd      = "<|tool_call_end|>"
	callsOpen    = "<function_calls>"
	callsClose   = "</function_calls>"
	headerStart  = "<|header_start|>"
	headerTokens = headerStart + "assistant<|header_end|>"
)

// Family describes the models whose calls are Python code.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name: "pythonic",
		Aliases: []string{
			"llama4_pythonic", "olmo3", "olmo3_think", "lfm2", "lfm2_thinking", "lfm", "liquid", "toolace",
			"liquidai", "lfm25", "lfm2_5",
		},
		ModelPatterns: []string{"*llama-4*", "*llama4*", "*lfm2*", "*olmo-3*", "*olmo3*", "*toolace*", "*toolace-2*"},
		Description:   "Llama 4, LFM2, OLMo 3, ToolACE: Python calls in a list, between markers, in text, in fences; JSON in their place.",
		Formats: []parsers.Format{
			{
				Name:        formatList,
				Description: "A list of Python calls that begins the output, or between <|python_start|> and <|python_end|>.",
				Example:     `[get_weather(city="Oslo", days=3)]`,
			}, {
				Name:        formatToolTokens,
				Description: "Python calls between <|tool_call_start|> and <|tool_call_end|>.",
				Example:     `<|tool_call_start|>[get_weather(city="Oslo")]<|tool_call_end|>`,
			}, {
				Name:        formatFunctionCalls,
				Description: "Python calls, one a line, between <function_calls> and </function_calls>.",
				Example:     "<function_calls>\nget_weather(city=\"Oslo\")\n</function_calls>",
			}, {
				Name:        formatText,
				Description: "Python calls of declared tools in running text: in a list, or alone on their lines.",
				Example:     `Calling [get_weather(city="Oslo")]`,
			}, {
				Name:        formatFenced,
				Description: "A Markdown fence that holds nothing but Python calls of declared tools.",
				Example:     "```python\n[get_weather(city=\"Oslo\")]\n```",
			}, {
				Name:        formatJSON,
				Description: "An object with a name and arguments, or an array of them: between the markers, in text, in a fence.",
				Example:     `<|python_start|>{"name": "get_weather", "arguments": {"city": "Oslo"}}<|python_end|>`,
			},
		},
		PreservedTokens: []string{pythonStart, pythonEnd, toolStart, toolEnd},
	}, &table)
}

var textCalls = grammar.TextCalls(formatJSON, "")

// table is the family's grammar.
var table = grammar.Grammar{
	JSON:        textCalls,
	Lead:        &grammar.Lead{Shape: textCalls},
	ObjectCalls: true,
	Penalty:     grammar.PenaltyInText,
	Thoughts:    []grammar.Markers{grammar.ThinkTags},
	Python: &grammar.Python{
		Format: formatText, StartFormat: formatList, Calls: grammar.PythonLists, Names: grammar.NoneDeclared,
		Fence: &grammar.Python{Format: formatFenced, Calls: grammar.PythonLists, Names: grammar.NoneDeclared},
		Blocks: []grammar.PythonBlock{
			{Format: formatList, Markers: grammar.Between(pythonStart, pythonEnd)},
			{Format: formatToolTokens, Markers: grammar.Between(toolStart, toolEnd), Echoed: true},
			{Format: formatFunctionCalls, Markers: grammar.Between(callsOpen, callsClose)},
		},
	},
	Blocks: append([]grammar.Block{
		jsonBlock(pythonStart, pythonEnd, grammar.SpecialTokens),
		jsonBlock(toolStart, toolEnd, grammar.SpecialTokens),
		jsonBlock(callsOpen, callsClose, grammar.PlainTags),
	}, grammar.StrayBlocks(formatJSON, textCalls)...),
	Tokens: []grammar.Token{{Text: headerTokens}, {Text: headerStart}},
	TurnEnds: []string{
		"<|eom|>", "<|eot|>", "<|eom_id|>", "<|eot_id|>", "<|im_end|>", "<|endoftext|>",
	},
}

// jsonBlock is the JSON that may be in the place of Python.
func jsonBlock(open, closer string, kind grammar.MarkerKind) grammar.Block {
	return grammar.Block{
		Format: formatJSON, Shape: grammar.BlockCalls(), Kind: kind,
		Markers: grammar.Between(open, closer),
	}
}
