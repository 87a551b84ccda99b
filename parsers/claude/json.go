package claude

import (
	"github.com/toolparser/toolparser/parsers/grammar"
)

const inputKey grammar.Mask = 1

// contentBlock is a content block that is a call, in running text.
var contentBlock = blockShape(formatToolUse)

// documentBlock is the same in a response.
var documentBlock = blockShape(formatMessages)

// blockShape is a content block, of the Messages API or of Converse. Its id
// may come after the input.
func blockShape(format string) grammar.Shape {
	return grammar.Shape{
		Format: format,
		WaitID: true,
		Fields: []grammar.Field{
			{Key: "type", Holds: grammar.HoldsType},
			{Key: "id", Holds: grammar.HoldsID},
			{Key: "name", Name: inputKey, Types: []string{toolUseType}},
			{Key: "input", Arguments: inputKey},
			{Key: "toolUse", Shape: &toolUse, Format: formatConverse},
		},
	}
}

// toolUse is what is under toolUse in Converse.
var toolUse = grammar.Shape{
	WaitID: true,
	Fields: []grammar.Field{
		{Key: "toolUseId", Holds: grammar.HoldsID},
		{Key: "name", Name: inputKey, Format: formatConverse},
		{Key: "input", Arguments: inputKey},
	},
}

const toolUseType = "tool_use"

// document is a response of the Messages API or of Converse, a message, or
// its content.
var document = grammar.Document{Object: &message, List: &part, Formats: []string{formatMessages, formatConverse}}

var message = grammar.Level{
	Part: grammar.PartInside,
	Keys: []grammar.Key{
		{Name: "id"},
		{Name: "type", Is: []string{"message"}},
		{Name: "role", Is: []string{"assistant"}},
		{Name: "model"},
		{Name: "content", Says: grammar.SaysText, Level: &part, Nesting: grammar.NestedList},
		{Name: "stop_reason"},
		{Name: "stop_sequence"},
		{Name: "usage"},
		{Name: "container"},
		{Name: "output", Level: &converseOutput, Format: formatConverse},
		{Name: "stopReason"},
		{Name: "metrics"},
		{Name: "ResponseMetadata"},
	},
}

// converseOutput is what is under output in Converse.
var converseOutput = grammar.Level{
	Part: grammar.PartInside,
	Keys: []grammar.Key{{Name: "message", Level: &converseMessage}},
}

var converseMessage = grammar.Level{
	Part: grammar.PartInside,
	Keys: []grammar.Key{
		{Name: "role", Is: []string{"assistant"}},
		{Name: "content", Level: &part, Nesting: grammar.NestedList},
	},
}

// part is a content block.
var part = grammar.Level{
	Types: partTypes,
	Call:  &documentBlock,
	Keys: []grammar.Key{
		{Name: "type", Says: grammar.SaysType},
		{Name: "text", Says: grammar.SaysText, Part: grammar.PartInside},
		{Name: "thinking", Says: grammar.SaysReasoning},
		{Name: "toolUse", Part: grammar.PartCall, Format: formatConverse},
		{Name: "toolResult", Part: grammar.PartMarkup},
		{Name: "reasoningContent", Level: &converseReasoning, Part: grammar.PartReasoning},
		{Name: "cachePoint", Part: grammar.PartMarkup},
	},
}

// converseReasoning is what is under reasoningContent in Converse.
var converseReasoning = grammar.Level{
	Part: grammar.PartInside,
	Keys: []grammar.Key{{Name: "reasoningText", Level: &grammar.Level{
		Part: grammar.PartInside,
		Keys: []grammar.Key{{Name: "text", Says: grammar.SaysReasoning}},
	}}},
}

// partTypes say what a block of a type is. Of the types that aren't known
// no one can say whether they are content.
var partTypes = []grammar.PartOfType{
	{Type: "text", Part: grammar.PartInside},
	{Type: "thinking", Part: grammar.PartReasoning},
	{Type: "redacted_thinking", Part: grammar.PartReasoning},
	{Type: "server_tool_use", Part: grammar.PartMarkup},
	{Type: "mcp_tool_use", Part: grammar.PartMarkup},
	{Type: "container_upload", Part: grammar.PartMarkup},
	{Type: "*" + toolUseType, Part: grammar.PartCall},
	{Type: "*_tool_result", Part: grammar.PartMarkup},
}
