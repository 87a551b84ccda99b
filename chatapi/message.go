package chatapi

import "github.com/toolparser/toolparser/parsers"

// A Message is the message of a choice in OpenAI's chat API.
type Message struct {
	Role string `json:"role"` // "assistant"
	// Content is the text around the calls; null if there is none.
	Content *string `json:"content"`
	// Refusal is always null.
	Refusal *string `json:"refusal"`
	// ReasoningContent is the reasoning, if it was separated and there is any.
	ReasoningContent *string `json:"reasoning_content,omitempty"`
	// ToolCalls are the accepted calls, in text order.
	ToolCalls []ToolCall `json:"tool_calls,omitempty"`
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

const functionType = "function"

// NewMessage makes the message of a result. The message has no place for invalid calls,
// confidence and repairs: look at the result for these.
func NewMessage(result *parsers.Result) Message {
	m := Message{Role: "assistant", Content: optional(result.Content), ReasoningContent: optional(result.Reasoning)}
	for i := range result.ToolCalls {
		call := &result.ToolCalls[i]
		m.ToolCalls = append(m.ToolCalls, ToolCall{call.ID, functionType, Function{call.Name, call.Arguments}})
	}
	return m
}

// optional is a text that is null when empty.
func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
