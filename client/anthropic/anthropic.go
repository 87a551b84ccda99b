// Package anthropic gives results the shapes of Anthropic's messages API, for
// encoding/json; it needs no package of theirs. For tools in Anthropic's shape see
// client.ToolsFromJSON.
package anthropic

import (
	"encoding/json"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// A Block is an element of a message's content: [ThinkingBlock], [TextBlock] or
// [ToolUseBlock].
type Block interface{ block() }

// A ThinkingBlock holds the model's reasoning.
type ThinkingBlock struct {
	Type     string `json:"type"` // "thinking"
	Thinking string `json:"thinking"`
	// Signature is empty: only Anthropic signs thoughts.
	Signature string `json:"signature"`
}

// A TextBlock holds the text around the calls.
type TextBlock struct {
	Type string `json:"type"` // "text"
	Text string `json:"text"`
}

// A ToolUseBlock is a call.
type ToolUseBlock struct {
	Type string `json:"type"` // "tool_use"
	ID   string `json:"id"`
	Name string `json:"name"`
	// Input is the call's arguments: an object, except where a declared tool was called
	// with something else, which the diagnostics say.
	Input json.RawMessage `json:"input"`
}

func (ThinkingBlock) block() {}
func (TextBlock) block()     {}
func (ToolUseBlock) block()  {}

// Content is the content of a message: the reasoning, if it was separated, the text, and
// every call, each where there is one.
func Content(response *toolparserv1.ParseToolCallsResponse) []Block {
	result := response.GetResult()
	blocks := make([]Block, 0, 2+len(result.GetToolCalls()))
	if result.GetReasoning() != "" {
		blocks = append(blocks, ThinkingBlock{Type: "thinking", Thinking: result.GetReasoning()})
	}
	if result.GetContent() != "" {
		blocks = append(blocks, TextBlock{Type: "text", Text: result.GetContent()})
	}
	for _, call := range result.GetToolCalls() {
		blocks = append(blocks, toolUse(call))
	}
	return blocks
}

func toolUse(call *toolparserv1.ToolCall) ToolUseBlock {
	return ToolUseBlock{
		Type:  "tool_use",
		ID:    call.GetId(),
		Name:  call.GetFunction().GetName(),
		Input: json.RawMessage(call.GetFunction().GetArguments()),
	}
}

// StopReason is the stop_reason of a message: why generation ended, and whether tools
// are called.
func StopReason(toolsCalled bool, reason toolparserv1.FinishReason) string {
	switch {
	case reason == toolparserv1.FinishReason_FINISH_REASON_LENGTH:
		return "max_tokens"
	case toolsCalled:
		return "tool_use"
	}
	return "end_turn"
}
