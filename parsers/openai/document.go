package openai

import "github.com/toolparser/toolparser/parsers/internal/engine"

// document is a response, or an array of its tool calls or output items.
var document = engine.Document{Object: &response, List: &item, Format: formatChat}

// response is a chat completion, a message of one, or a response of the
// Responses API: no two of them share a key with different meanings.
var response = engine.Level{
	Part: engine.PartInside,
	Keys: append([]engine.Key{
		{Name: "id"},
		{Name: "object", Is: []string{"chat.completion", "response"}},
		{Name: "created"},
		{Name: "created_at"},
		{Name: "model"},
		{Name: "type", Is: []string{"message"}},
		{Name: "choices", First: &documentChoice},
		{Name: "output", List: &item, Format: formatResponses},
		{Name: "name", Foreign: true},
		{Name: "arguments", Foreign: true},
		{Name: "function", Foreign: true},
		{Name: "call_id", Foreign: true},
	}, messageKeys...),
}

var documentChoice = engine.Level{
	Part: engine.PartInside,
	Keys: []engine.Key{{Name: "message", Object: &documentMessage}},
}

var documentMessage = engine.Level{
	Part: engine.PartInside,
	Keys: append([]engine.Key{{Name: "reasoning", Reasoning: true}}, messageKeys...),
}

var messageKeys = []engine.Key{
	{Name: "role", Is: []string{"assistant"}},
	{Name: "content", Text: true, List: &contentPart},
	{Name: "refusal", Text: true},
	{Name: "reasoning_content", Reasoning: true},
	{Name: "annotations"},
	{Name: "audio"},
	{Name: "tool_calls", List: &item},
	{Name: "function_call", Call: &functionCallField, Format: formatFunction},
}

// contentPart is an element of a content that is an array.
var contentPart = engine.Level{
	Part: engine.PartInside,
	Keys: []engine.Key{
		{Name: "type"},
		{Name: "text", Text: true},
		{Name: "refusal", Text: true},
	},
}

// summaryPart is an element of the summary of what the model thought.
var summaryPart = engine.Level{
	Part: engine.PartInside,
	Keys: []engine.Key{
		{Name: "type"},
		{Name: "text", Reasoning: true},
	},
}

// item is an element of tool_calls, or of a response's output.
var item = engine.Level{
	Part: engine.PartUnknown,
	Type: itemPart,
	Call: &call,
	Keys: []engine.Key{
		{Name: "id"},
		{Name: "call_id"},
		{Name: "index"},
		{Name: "status"},
		{Name: "type", Type: true},
		{Name: "role", Is: []string{"assistant"}},
		{Name: "name"},
		{Name: "arguments"},
		{Name: "function", Part: engine.PartCall},
		{Name: "summary", List: &summaryPart},
		{Name: "content", List: &contentPart},
	},
}

// itemPart says what an item of a type is. There are calls of other types that
// the client must run: what holds one is no document, so that it stays content.
func itemPart(typ []byte) engine.Part {
	switch string(typ) {
	case "function", "function_call":
		return engine.PartCall
	case "message":
		return engine.PartInside
	case "reasoning":
		return engine.PartReasoning
	case "web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call",
		"mcp_call", "mcp_list_tools":
		return engine.PartMarkup
	}
	return engine.PartUnknown
}
