package openai

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The formats.
const (
	formatChat      = "openai/chat_json"
	formatFunction  = "openai/function_call"
	formatResponses = "openai/responses_json"
	formatParallel  = "openai/parallel"
	formatHarmony   = "openai/harmony"
)

// Family describes the OpenAI formats.
func Family() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "openai",
		ModelPatterns: []string{"gpt-3*", "gpt-4*", "gpt-5*", "chatgpt-*", "o1*", "o3*", "o4*"},
		Description:   "OpenAI: chat completions, messages and tool_calls, function_call, Responses, parallel uses; whole or in text.",
		Formats: []parsers.Format{
			{
				Name:        formatChat,
				Description: "A chat completion, a message, a tool_calls array or one of its elements.",
				Example:     `{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"get_weather","arguments":"{\"city\":\"Oslo\"}"}}]}`,
			}, {
				Name:        formatFunction,
				Description: "The function_call of older messages.",
				Example:     `{"role":"assistant","content":null,"function_call":{"name":"get_weather","arguments":"{\"city\":\"Oslo\"}"}}`,
			}, {
				Name:        formatResponses,
				Description: "A function_call item of the Responses API.",
				Example:     `{"type":"function_call","call_id":"call_1","name":"get_weather","arguments":"{\"city\":\"Oslo\"}"}`,
			}, {
				Name:        formatParallel,
				Description: "The wrapper for parallel calls, taken for a tool and written as one.",
				Example:     `{"tool_uses":[{"recipient_name":"functions.get_weather","parameters":{"city":"Oslo"}}]}`,
			}, {
				Name:        formatHarmony,
				Description: "The messages of gpt-oss, with a channel and a recipient between special tokens.",
				Example:     `<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city":"Oslo"}<|call|>`,
			},
		},
		PreservedTokens: grammar.HarmonyTokens(),
	}, &table)
}

const argumentsKey grammar.Mask = 1

// table is the family's grammar.
var table = grammar.Grammar{
	JSON:      &callObject,
	Frames:    grammar.Harmony(formatHarmony, ""),
	Thoughts:  []grammar.Markers{grammar.ThinkTags},
	Penalty:   grammar.PenaltyInFences,
	Documents: []grammar.Document{document},
}

// callObject is what may be in text: a call of either API, or what holds some.
var callObject = grammar.Shape{
	Format: formatChat, NoArguments: grammar.CallOrReport, WaitID: true,
	Fields: append([]grammar.Field{
		functionCallField,
		{Key: "tool_calls", Shape: &element, Nesting: grammar.NestedList},
		{Key: "output", Shape: &call, Nesting: grammar.NestedList},
		{Key: "choices", Shape: &choice, Nesting: grammar.NestedFirst},
		{Key: "tool_uses", Shape: &toolUse, Nesting: grammar.NestedList, Format: formatParallel},
	}, call.Fields...),
}

// toolUse is an element of the wrapper for parallel calls.
var toolUse = grammar.Shape{
	Format: formatParallel, NoArguments: grammar.CallOrReport,
	Fields: []grammar.Field{
		{Key: "recipient_name", Name: argumentsKey, Prefix: "functions."},
		{Key: "parameters", Arguments: argumentsKey},
	},
}

// call is an element of the output of a Responses API response.
var call = grammar.Shape{
	Format: formatChat, NoArguments: grammar.CallOrReport, WaitID: true,
	Fields: []grammar.Field{
		{Key: "id", Holds: grammar.HoldsID},
		{Key: "call_id", Holds: grammar.HoldsMainID},
		{Key: "type", Holds: grammar.HoldsType},
		functionField,
		{Key: "name", Name: argumentsKey, Types: []string{"function_call"}, Format: formatResponses},
		{Key: "arguments", Arguments: argumentsKey},
	},
}

var (
	functionField     = grammar.Field{Key: "function", Shape: &function, Format: formatChat}
	functionCallField = grammar.Field{Key: "function_call", Shape: &function, Format: formatFunction}
)

// element is a call among tool_calls.
var element = func() grammar.Shape {
	s := call
	s.StringArguments = true
	return s
}()

// function is what a "function" or "function_call" holds.
var function = grammar.Shape{
	NoArguments: grammar.CallOrReport, WaitID: true, StringArguments: true,
	Fields: []grammar.Field{
		{Key: "name", Name: argumentsKey},
		{Key: "arguments", Arguments: argumentsKey},
	},
}

// functionOf is function in a format.
func functionOf(format string) *grammar.Shape {
	s := function
	s.Format = format
	return &s
}

// choice is the first of a chat completion's choices.
var choice = grammar.Shape{Fields: []grammar.Field{{Key: "message", Shape: &message}}}

var message = grammar.Shape{
	Fields: []grammar.Field{
		functionCallField,
		{Key: "tool_calls", Shape: &element, Nesting: grammar.NestedList},
	},
}
