package llama3

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatJSON        = "llama3/json"
	formatFunctionTag = "llama3/function_tag"
	formatBuiltin     = "llama3/builtin_call"
	formatPythonic    = "llama3/pythonic"
	formatFenced      = "llama3/fenced_json"
)

// The special tokens.
const (
	pythonTag   = "<|python_tag|>"
	pythonStart = "<|python_start|>"
	pythonEnd   = "<|python_end|>"
	endOfTurn   = "<|eot_id|>"
	endOfMsg    = "<|eom_id|>"
	headerStart = "<|start_header_id|>"
	header      = headerStart + "assistant<|end_header_id|>"
	// Llama 4 writes these.
	headerStart4 = "<|header_start|>"
	header4      = headerStart4 + "assistant<|header_end|>"
)

// Family describes Llama 3.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "llama3",
		Aliases:       []string{"llama3_json", "llama4_json", "llama_3_x", "llama"},
		ModelPatterns: []string{"*llama-3*", "*llama3*", "*llama-v3*"},
		OtherModels:   otherLineages,
		Description:   "Llama 3 to 3.3: JSON objects in text, after <|python_tag|>, in fences; function tags; Python calls.",
		Formats: []parsers.Format{
			{
				Name:        formatJSON,
				Description: "A JSON object with a name and parameters (or arguments), anywhere in the text.",
				Example:     `Let me see. {"name": "get_weather", "parameters": {"city": "Oslo"}}`,
			}, {
				Name:        formatFunctionTag,
				Description: "JSON arguments in a <function=NAME> tag.",
				Example:     `<function=get_weather>{"city": "Oslo"}</function>`,
			}, {
				Name:        formatBuiltin,
				Description: "A call of a built-in or declared tool after <|python_tag|>.",
				Example:     `<|python_tag|>brave_search.call(query="weather in Oslo")<|eom_id|>`,
			}, {
				Name:        formatPythonic,
				Description: "Python calls of declared tools: in a list, alone on their lines, in a fence, between <|python_start|> and <|python_end|>.",
				Example:     `[get_weather(city="Oslo")]`,
			}, {
				Name:        formatFenced,
				Description: "The JSON object, or an array of them, in a Markdown fence.",
				Example:     "```json\n{\"name\": \"get_weather\", \"parameters\": {\"city\": \"Oslo\"}}\n```",
			},
		},
		PreservedTokens: []string{pythonTag, pythonStart, pythonEnd, endOfMsg, endOfTurn},
		IDs:             &parsers.IDs{Prefix: "chatcmpl-tool-", Random: 32, Hex: true}, // as vLLM's chat server does
		SpaceJoins:      true,
	}, &table)
}

// otherLineages are models that were made of Llama 3 and trained to write
// their calls in another way.
var otherLineages = []string{
	"*hermes*", "*nemotron*", "*xlam*", "*deepseek*", "*toolace*", "*cogito*", "*groq*tool-use*",
}

// table is the family's grammar.
var table = grammar.Grammar{
	JSON:        callObject(),
	ObjectCalls: true,
	Penalty:     grammar.PenaltyInFences,
	Thoughts:    []grammar.Markers{grammar.ThinkTags},
	Python: &grammar.Python{
		Format: formatPythonic, Calls: grammar.PythonLists, Names: grammar.AllDeclared,
		Blocks: []grammar.PythonBlock{{Markers: grammar.Between(pythonStart, pythonEnd)}},
		Token: &grammar.PythonToken{
			Format: formatBuiltin, Token: pythonTag,
			Method: ".call", Builtins: []string{"brave_search", "wolfram_alpha"},
		},
	},
	FunctionTags: formatFunctionTag,
	Tokens:       []grammar.Token{{Text: header}, {Text: headerStart}, {Text: header4}, {Text: headerStart4}},
	TurnEnds:     []string{endOfTurn, endOfMsg, "<|eot|>", "<|eom|>"},
}

// callObject is what a call in text looks like. A declared name alone is one.
func callObject() *grammar.Shape {
	s := grammar.TextCalls(formatJSON, formatFenced)
	s.NoArguments = grammar.CallIfDeclared
	s.Field([]byte("function")).Shape.NoArguments = grammar.CallIfDeclared
	return s
}
