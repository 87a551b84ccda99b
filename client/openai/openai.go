// Package openai gives results and deltas the shapes of OpenAI's chat API, for
// encoding/json; it needs no package of theirs. For tools in OpenAI's shapes see
// client.ToolsFromJSON. The shapes are those of package chatapi, which does the same for
// programs that parse without the service.
package openai

import (
	"github.com/toolparser/toolparser/chatapi"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
)

type (
	// A Message is the message of a choice.
	Message = chatapi.Message
	// A ToolCall is a call of a message.
	ToolCall = chatapi.ToolCall
	// A Function names what is called, and holds its arguments as JSON text.
	Function = chatapi.Function
	// A Chunk is an element of a streamed answer.
	Chunk = chatapi.Chunk
	// A Choice is what a chunk says of one choice.
	Choice = chatapi.Choice
	// A Delta is what a chunk adds to a message.
	Delta = chatapi.Delta
	// A ToolCallDelta is the next part of a call.
	ToolCallDelta = chatapi.ToolCallDelta
	// A FunctionDelta is the next part of a call's function.
	FunctionDelta = chatapi.FunctionDelta
)

// NewMessage makes the message of a result.
func NewMessage(response *toolparserv1.ParseToolCallsResponse) Message {
	result := response.GetResult()
	r := &parsers.Result{Content: result.GetContent(), Reasoning: result.GetReasoning()}
	for _, call := range result.GetToolCalls() {
		r.ToolCalls = append(r.ToolCalls, parsers.ToolCall{
			ID: call.GetId(), Name: call.GetFunction().GetName(), Arguments: call.GetFunction().GetArguments(),
		})
	}
	return chatapi.NewMessage(r)
}

// FinishReason is the finish_reason of a choice: why generation ended, and whether tools
// are called.
func FinishReason(toolsCalled bool, reason toolparserv1.FinishReason) string {
	return chatapi.FinishReason(toolsCalled, parsers.FinishReason(reason))
}

// Chunks makes the chunks of one choice of a stream, its first, from the deltas of a
// session. Ask for buffer_tool_calls in the session's options: OpenAI's stream can't
// withdraw a call that turns out broken.
type Chunks struct{ chunks *chatapi.Chunks }

// NewChunks makes the chunks of a completion.
func NewChunks(id, model string) *Chunks { return &Chunks{chatapi.NewChunks(id, model)} }

// Of returns the chunk of a delta, which may be nil; false if the delta has nothing
// that a chunk could say.
func (c *Chunks) Of(delta *toolparserv1.DeltaMessage) (Chunk, bool) {
	d := &parsers.Delta{Content: delta.GetContent(), Reasoning: delta.GetReasoning()}
	for _, call := range delta.GetToolCalls() {
		d.ToolCalls = append(d.ToolCalls, parsers.ToolCallDelta{
			Index: int(call.GetIndex()), ID: call.GetId(), Begin: call.Id != nil,
			Name: call.GetFunction().GetName(), Arguments: call.GetFunction().GetArguments(),
		})
	}
	return c.chunks.Of(d)
}

// Last returns the chunk that ends the choice.
func (c *Chunks) Last(reason toolparserv1.FinishReason) Chunk {
	return c.chunks.Last(parsers.FinishReason(reason))
}
