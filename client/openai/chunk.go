package openai

import (
	"time"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// A Chunk is an element of a streamed answer.
type Chunk struct {
	ID      string   `json:"id"`
	Object  string   `json:"object"` // "chat.completion.chunk"
	Created int64    `json:"created"`
	Model   string   `json:"model"`
	Choices []Choice `json:"choices"`
}

// A Choice is what a chunk says of one choice.
type Choice struct {
	Index        int     `json:"index"`
	Delta        Delta   `json:"delta"`
	FinishReason *string `json:"finish_reason"`
}

// A Delta is what a chunk adds to a message.
type Delta struct {
	Role             string          `json:"role,omitempty"` // "assistant", in the first chunk
	Content          *string         `json:"content,omitempty"`
	ReasoningContent *string         `json:"reasoning_content,omitempty"`
	ToolCalls        []ToolCallDelta `json:"tool_calls,omitempty"`
}

// A ToolCallDelta is the next piece of a call. ID, Type and the function's name come
// once, with the first.
type ToolCallDelta struct {
	Index    int32          `json:"index"`
	ID       string         `json:"id,omitempty"`
	Type     string         `json:"type,omitempty"`
	Function *FunctionDelta `json:"function,omitempty"`
}

// A FunctionDelta is the next piece of a call's function.
type FunctionDelta struct {
	Name      string `json:"name,omitempty"`
	Arguments string `json:"arguments"`
}

// Chunks makes the chunks of one choice of a stream, its first, from the deltas of a
// session. Ask for buffer_tool_calls in the session's options: OpenAI's stream can't
// withdraw a call that turns out broken.
type Chunks struct {
	id, model   string
	created     int64
	begun       bool
	toolsCalled bool
}

// NewChunks makes the chunks of a completion.
func NewChunks(id, model string) *Chunks {
	return &Chunks{id: id, model: model, created: time.Now().Unix()}
}

// Of returns the chunk of a delta, which may be nil; false if the delta has nothing
// that a chunk could say.
func (c *Chunks) Of(delta *toolparserv1.DeltaMessage) (Chunk, bool) {
	if delta == nil {
		return Chunk{}, false
	}
	said := Delta{Content: delta.Content, ReasoningContent: delta.Reasoning, ToolCalls: toolCalls(delta)}
	if said.Content == nil && said.ReasoningContent == nil && said.ToolCalls == nil {
		return Chunk{}, false
	}
	c.toolsCalled = c.toolsCalled || said.ToolCalls != nil
	return c.chunk(said, nil), true
}

// Last returns the chunk that ends the choice.
func (c *Chunks) Last(reason toolparserv1.FinishReason) Chunk {
	word := FinishReason(c.toolsCalled, reason)
	return c.chunk(Delta{}, &word)
}

func (c *Chunks) chunk(said Delta, finish *string) Chunk {
	if !c.begun {
		c.begun = true
		said.Role = "assistant"
	}
	return Chunk{
		ID:      c.id,
		Object:  "chat.completion.chunk",
		Created: c.created,
		Model:   c.model,
		Choices: []Choice{{Delta: said, FinishReason: finish}},
	}
}

// toolCalls leaves out the deltas that say no more than that a call is complete.
func toolCalls(delta *toolparserv1.DeltaMessage) []ToolCallDelta {
	var made []ToolCallDelta
	for _, call := range delta.GetToolCalls() {
		if call.Id == nil && call.GetFunction().GetArguments() == "" {
			continue
		}
		made = append(made, toolCall(call))
	}
	return made
}

func toolCall(call *toolparserv1.DeltaToolCall) ToolCallDelta {
	made := ToolCallDelta{Index: call.GetIndex(), ID: call.GetId()}
	if call.Id != nil {
		made.Type = "function"
	}
	if f := call.GetFunction(); f != nil {
		made.Function = &FunctionDelta{f.GetName(), f.GetArguments()}
	}
	return made
}
