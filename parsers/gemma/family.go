package gemma

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatCall     = "gemma/tool_call"
	formatFunction = "gemma/function_call"
	formatBare     = "gemma/bare_call"
	formatCode     = "gemma/tool_code"
	formatPython   = "gemma/pythonic"
	formatInline   = "gemma/inline_json"
	formatFenced   = "gemma/fenced_json"
)

// Family describes Gemma.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "gemma",
		Aliases:       []string{"gemma4", "gemma_4", "functiongemma", "function_gemma", "function_gemma4", "gemma3", "gemma4_no_thinking"},
		ModelPatterns: []string{"*gemma*"},
		Description:   "Gemma: keys and values between special tokens (Gemma 4, FunctionGemma); Python or JSON, in fences and text (Gemma 3).",
		Formats: []parsers.Format{
			{
				Name:        formatCall,
				Description: "Keys and values between the special tokens of Gemma 4.",
				Example:     `<|tool_call>call:get_weather{city:<|"|>Oslo<|"|>}<tool_call|>`,
			}, {
				Name:        formatFunction,
				Description: "The same between those of FunctionGemma; the schema types the values.",
				Example:     `<start_function_call>call:get_weather{city:<escape>Oslo<escape>}<end_function_call>`,
			}, {
				Name:        formatBare,
				Description: "A call of Gemma 4 whose special tokens were taken out, of a declared tool.",
				Example:     `call:get_weather{city:<|"|>Oslo<|"|>}`,
			}, {
				Name:        formatCode,
				Description: "Python calls of declared tools in a fence labelled tool_code.",
				Example:     "```tool_code\nget_weather(city=\"Oslo\")\n```",
			}, {
				Name:        formatPython,
				Description: "Python calls of declared tools elsewhere.",
				Example:     `[get_weather(city="Oslo")]`,
			}, {
				Name:        formatInline,
				Description: "An object with a name and arguments, or an array of them, in running text.",
				Example:     `{"name": "get_weather", "parameters": {"city": "Oslo"}}`,
			}, {
				Name:        formatFenced,
				Description: "The same in a Markdown fence.",
				Example:     "```function_call\n{\"id\": 1, \"function\": \"get_weather\", \"parameters\": {\"city\": \"Oslo\"}}\n```",
			},
		},
		PreservedTokens: []string{
			"<|tool_call>", "<tool_call|>", `<|"|>`, "<|channel>", "<channel|>", "<|tool_response>", "<tool_response|>", "<turn|>",
			"<start_function_call>", "<end_function_call>", "<start_function_response>", "<escape>",
		},
	}, &table)
}

// table is the family's grammar.
var table = grammar.Grammar{
	Trees: []grammar.Tree{{
		Format:  formatCall,
		Markers: grammar.Markers{Open: []string{"<|tool_call>", "<|tool_call|>"}, Close: []string{"<tool_call|>", "</tool_call>"}},
		Word:    "call:", Delimiter: `<|"|>`, Bare: formatBare,
	}, {
		Format: formatFunction, Markers: grammar.Between("<start_function_call>", "<end_function_call>"),
		Word: "call:", Delimiter: "<escape>", Typed: true,
	}},
	JSON:        &call,
	ObjectCalls: true,
	Penalty:     grammar.PenaltyInText,
	Python: &grammar.Python{
		Format: formatPython, Calls: grammar.PythonLists,
		Fence: &grammar.Python{Label: "tool_code", Format: formatCode, Calls: grammar.PythonLists, Prefix: "default_api."},
	},
	TurnEnds: []string{"<|tool_response>", "<start_function_response>", "<turn|>", "<end_of_turn>", "<eos>"},
	Thoughts: []grammar.Markers{grammar.Between("<|channel>thought", "<channel|>"), grammar.ThinkTags},
}

// call is what a call in text looks like. The id that Gemma 3 writes next to a
// function's name only counts.
var call = grammar.Shape{
	Format: formatInline, FencedFormat: formatFenced,
	Fields: callFields(),
}

func callFields() []grammar.Field {
	fields := grammar.CallFields("name", "function")
	fields[1].NoID = true
	fields[1].Shape = &grammar.Shape{Fields: grammar.CallFields("name")}
	return fields
}
