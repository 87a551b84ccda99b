package claude

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers/internal/engine"
)

const inputKey engine.Mask = 1

// contentBlock is a content block that is a call, in running text.
var contentBlock = blockShape(formatToolUse)

// documentBlock is the same in a response.
var documentBlock = blockShape(formatMessages)

// blockShape is a content block, of the Messages API or of Converse. Its id
// may come after the input.
func blockShape(format string) engine.Shape {
	return engine.Shape{
		Format: format,
		WaitID: true,
		Fields: []engine.Field{
			{Key: "type", Type: true},
			{Key: "id", ID: true},
			{Key: "name", Name: inputKey, TypeOK: isToolUse},
			{Key: "input", Arguments: inputKey},
			{Key: "toolUse", Object: &toolUse, Format: formatConverse},
		},
	}
}

// toolUse is what stands under toolUse in Converse.
var toolUse = engine.Shape{
	WaitID: true,
	Fields: []engine.Field{
		{Key: "toolUseId", ID: true},
		{Key: "name", Name: inputKey, Format: formatConverse},
		{Key: "input", Arguments: inputKey},
	},
}

const (
	toolUseType       = "tool_use"
	serverToolUseType = "server_tool_use"
	mcpToolUseType    = "mcp_tool_use"
	toolResultSuffix  = "_tool_result"
)

// isToolUse tells whether a block of the type is a call that the client runs.
func isToolUse(typ []byte) bool {
	return bytes.HasSuffix(typ, []byte(toolUseType)) &&
		string(typ) != serverToolUseType && string(typ) != mcpToolUseType
}

// document is a response of the Messages API or of Converse, a message, or
// its content.
var document = engine.Document{Object: &message, List: &part, Format: formatMessages}

var message = engine.Level{
	Part: engine.PartInside,
	Keys: []engine.Key{
		{Name: "id"},
		{Name: "type", Is: []string{"message"}},
		{Name: "role", Is: []string{"assistant"}},
		{Name: "model"},
		{Name: "content", Text: true, List: &part},
		{Name: "stop_reason"},
		{Name: "stop_sequence"},
		{Name: "usage"},
		{Name: "container"},
		{Name: "output", Object: &converseOutput, Format: formatConverse},
		{Name: "stopReason"},
		{Name: "metrics"},
		{Name: "ResponseMetadata"},
		{Name: "name", Foreign: true},
		{Name: "input", Foreign: true},
		{Name: "choices", Foreign: true},
		{Name: "tool_calls", Foreign: true},
	},
}

// converseOutput is what stands under output in Converse.
var converseOutput = engine.Level{
	Part: engine.PartInside,
	Keys: []engine.Key{{Name: "message", Object: &converseMessage}},
}

var converseMessage = engine.Level{
	Part: engine.PartInside,
	Keys: []engine.Key{
		{Name: "role", Is: []string{"assistant"}},
		{Name: "content", List: &part},
	},
}

// part is a content block.
var part = engine.Level{
	Type: partOfType,
	Call: &documentBlock,
	Keys: []engine.Key{
		{Name: "type", Type: true},
		{Name: "text", Text: true, Part: engine.PartInside},
		{Name: "thinking", Reasoning: true},
		{Name: "toolUse", Part: engine.PartCall, Format: formatConverse},
		{Name: "toolResult", Part: engine.PartMarkup},
		{Name: "reasoningContent", Object: &converseReasoning, Part: engine.PartReasoning},
		{Name: "cachePoint", Part: engine.PartMarkup},
	},
}

// converseReasoning is what stands under reasoningContent in Converse.
var converseReasoning = engine.Level{
	Part: engine.PartInside,
	Keys: []engine.Key{{Name: "reasoningText", Object: &engine.Level{
		Part: engine.PartInside,
		Keys: []engine.Key{{Name: "text", Reasoning: true}},
	}}},
}

// partOfType says what a block of a type is. Of the types that aren't known
// nobody can say whether they are content.
func partOfType(typ []byte) engine.Part {
	switch string(typ) {
	case "text":
		return engine.PartInside
	case "thinking", "redacted_thinking":
		return engine.PartReasoning
	case serverToolUseType, mcpToolUseType, "container_upload":
		return engine.PartMarkup
	}
	switch {
	case isToolUse(typ):
		return engine.PartCall
	case bytes.HasSuffix(typ, []byte(toolResultSuffix)):
		return engine.PartMarkup
	}
	return engine.PartUnknown
}
