// Package openai gives results and deltas the shapes of OpenAI's chat API, for
// encoding/json; it needs no package of theirs. For tools in OpenAI's shapes see
// client.ToolsFromJSON.
package openai

import toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"

// A Message is the message of a choice.
type Message struct {
	Role    string  `json:"role"` // "assistant"
	Content *string `json:"content"`
	// Refusal is always null.
	Refusal *string `json:"refusal"`
	// ReasoningContent is the reasoning, if it was separated.
	ReasoningContent *string    `json:"reasoning_content,omitempty"`
	ToolCalls        []ToolCall `json:"tool_calls,omitempty"`
}

// A ToolCall is a call of a message.
type ToolCall struct {
	ID       string   `json:"id"`
	Type     string   `json:"type"` // "function"
	Function Function `json:"function"`
}

// A Function names what is called, and holds its arguments as JSON text.
type Function struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// NewMessage makes the message of a result.
func NewMessage(response *toolparserv1.ParseToolCallsResponse) Message {
	result := response.GetResult()
	m := Message{Role: "assistant", Content: result.Content, ReasoningContent: result.Reasoning}
	for _, call := range result.GetToolCalls() {
		f := call.GetFunction()
		m.ToolCalls = append(m.ToolCalls, ToolCall{call.GetId(), "function", Function{f.GetName(), f.GetArguments()}})
	}
	return m
}

// FinishReason is the finish_reason of a choice: why generation ended, and whether tools
// are called.
func FinishReason(toolsCalled bool, reason toolparserv1.FinishReason) string {
	switch {
	case reason == toolparserv1.FinishReason_FINISH_REASON_LENGTH:
		return "length"
	case toolsCalled:
		return "tool_calls"
	}
	return "stop"
}
