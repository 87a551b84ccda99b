package chatapi

import (
	"time"

	"github.com/toolparser/toolparser/parsers"
)

// A Chunk is an element of a streamed answer of OpenAI's chat API.
type Chunk struct {
	ID      string   `json:"id"`
	Object  string   `json:"object"`  // "chat.completion.chunk"
	Created int64    `json:"created"` // in seconds since 1970
	Model   string   `json:"model"`
	Choices []Choice `json:"choices"` // one
}

// A Choice is what a chunk says of one choice.
type Choice struct {
	Index        int     `json:"index"` // 0
	Delta        Delta   `json:"delta"`
	FinishReason *string `json:"finish_reason"` // null but in the last chunk
}

// A Delta is what a chunk adds to a message.
type Delta struct {
	Role             string          `json:"role,omitempty"` // "assistant", in the first chunk
	Content          *string         `json:"content,omitempty"`
	ReasoningContent *string         `json:"reasoning_content,omitempty"`
	ToolCalls        []ToolCallDelta `json:"tool_calls,omitempty"`
}

// A ToolCallDelta is the next part of a call. ID, Type and the function's name come
// once, with the first.
type ToolCallDelta struct {
	Index    int            `json:"index"`
	ID       string         `json:"id,omitempty"`
	Type     string         `json:"type,omitempty"`
	Function *FunctionDelta `json:"function,omitempty"`
}

// A FunctionDelta is the next part of a call's function.
type FunctionDelta struct {
	Name      string `json:"name,omitempty"`
	Arguments string `json:"arguments"`
}

// Chunks makes the chunks of one choice of a stream from its deltas. Set BufferToolCalls in
// the stream's options: OpenAI's stream can't withdraw a call that turns out broken. It is used
// by one goroutine at a time.
type Chunks struct {
	id, model   string
	created     int64
	begun       bool
	toolsCalled bool
}

// NewChunks makes the chunks of a completion, which is created now.
func NewChunks(id, model string) *Chunks {
	return &Chunks{id: id, model: model, created: time.Now().Unix()}
}

// Of returns the chunk of a delta, which may be nil; false if the delta has nothing
// that a chunk could say.
func (c *Chunks) Of(delta *parsers.Delta) (Chunk, bool) {
	if delta == nil {
		return Chunk{}, false
	}
	said := Delta{Content: optional(delta.Content), ReasoningContent: optional(delta.Reasoning), ToolCalls: toolCallDeltas(delta)}
	if said.Content == nil && said.ReasoningContent == nil && said.ToolCalls == nil {
		return Chunk{}, false
	}
	c.toolsCalled = c.toolsCalled || said.ToolCalls != nil
	return c.chunk(said, nil), true
}

// Last returns the chunk that ends the choice.
func (c *Chunks) Last(reason parsers.FinishReason) Chunk {
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

// toolCallDeltas leaves out the deltas that say no more than that a call is complete.
func toolCallDeltas(delta *parsers.Delta) []ToolCallDelta {
	var made []ToolCallDelta
	for _, call := range delta.ToolCalls {
		if !call.Begin && call.Arguments == "" {
			continue
		}
		m := ToolCallDelta{Index: call.Index, ID: call.ID, Function: &FunctionDelta{call.Name, call.Arguments}}
		if call.Begin {
			m.Type = functionType
		}
		made = append(made, m)
	}
	return made
}
