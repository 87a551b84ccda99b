package openai

import (
	"github.com/toolparser/toolparser/parsers/grammar"
)

// document is a response, or an array of its tool calls or output items.
var document = grammar.Document{Object: &response, List: &item, Formats: []string{formatChat, formatFunction, formatResponses}}

// response is a chat completion, a message of one, or a response of the
// Responses API: no two of them share a key with different meanings.
var response = grammar.Level{
	Part: grammar.PartInside,
	Keys: append([]grammar.Key{
		{Name: "id"},
		{Name: "object", Is: []string{"chat.completion", "response"}},
		{Name: "created"},
		{Name: "created_at"},
		{Name: "model"},
		{Name: "type", Is: []string{"message"}},
		{Name: "choices", Level: &documentChoice, Nesting: grammar.NestedFirst},
		{Name: "output", Level: &item, Nesting: grammar.NestedList, Format: formatResponses},
	}, messageKeys...),
}

var documentChoice = grammar.Level{
	Part: grammar.PartInside,
	Keys: []grammar.Key{{Name: "message", Level: &documentMessage}},
}

var documentMessage = grammar.Level{
	Part: grammar.PartInside,
	Keys: append([]grammar.Key{{Name: "reasoning", Says: grammar.SaysReasoning}}, messageKeys...),
}

var messageKeys = []grammar.Key{
	{Name: "role", Is: []string{"assistant"}},
	{Name: "content", Says: grammar.SaysText, Level: &contentPart, Nesting: grammar.NestedList},
	{Name: "refusal", Says: grammar.SaysText},
	{Name: "reasoning_content", Says: grammar.SaysReasoning},
	{Name: "annotations"},
	{Name: "audio"},
	{Name: "tool_calls", Level: &item, Nesting: grammar.NestedList},
	{Name: "function_call", Level: &functionCall, Format: formatFunction},
}

// functionCall is the call of older messages.
var functionCall = grammar.Level{Part: grammar.PartCall, Call: functionOf(formatFunction)}

// contentPart is an element of a content that is an array.
var contentPart = grammar.Level{
	Part: grammar.PartInside,
	Keys: []grammar.Key{
		{Name: "type"},
		{Name: "text", Says: grammar.SaysText},
		{Name: "refusal", Says: grammar.SaysText},
	},
}

// summaryPart is an element of the summary of what the model thought.
var summaryPart = grammar.Level{
	Part: grammar.PartInside,
	Keys: []grammar.Key{
		{Name: "type"},
		{Name: "text", Says: grammar.SaysReasoning},
	},
}

// item is an element of tool_calls, or of a response's output.
var item = grammar.Level{
	Part:  grammar.PartUnknown,
	Types: itemTypes,
	Call:  &call,
	Keys: []grammar.Key{
		{Name: "id"},
		{Name: "call_id"},
		{Name: "index"},
		{Name: "status"},
		{Name: "type", Says: grammar.SaysType},
		{Name: "role", Is: []string{"assistant"}},
		{Name: "name"},
		{Name: "arguments"},
		{Name: "function", Part: grammar.PartCall},
		{Name: "summary", Level: &summaryPart, Nesting: grammar.NestedList},
		{Name: "content", Level: &contentPart, Nesting: grammar.NestedList},
	},
}

// itemTypes say what an item of a type is.
var itemTypes = []grammar.PartOfType{
	{Type: "function", Part: grammar.PartCall},
	{Type: "function_call", Part: grammar.PartCall},
	{Type: "message", Part: grammar.PartInside},
	{Type: "reasoning", Part: grammar.PartReasoning},
	{Type: "web_search_call", Part: grammar.PartMarkup},
	{Type: "file_search_call", Part: grammar.PartMarkup},
	{Type: "code_interpreter_call", Part: grammar.PartMarkup},
	{Type: "image_generation_call", Part: grammar.PartMarkup},
	{Type: "mcp_call", Part: grammar.PartMarkup},
	{Type: "mcp_list_tools", Part: grammar.PartMarkup},
}
