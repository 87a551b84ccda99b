package history

import (
	"iter"
	"strings"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/anthropic"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/gateway/openai"
	"github.com/toolparser/toolparser/gateway/openai/responses"
)

// A call is a call of a function in a request, from an earlier turn.
type call struct {
	name      string
	holder    jsonedit.Value // the object that has the arguments
	key       string         // of them
	arguments jsonedit.Value // missing if there are none
	// wantsObject: the API has arguments as an object, not as the text of one.
	wantsObject bool
}

// A shape says where an API has the calls of earlier turns, and their results.
type shape interface {
	// mayHaveCalls reports whether a body is worth reading.
	mayHaveCalls(body string) bool
	calls(root jsonedit.Value) iter.Seq[call]
	// complete answers calls that have no result, and removes results that have no call.
	complete(h *healing)
}

// shapeOf is the shape of an API; nil if it has none.
func shapeOf(api gateway.API) shape {
	switch api.(type) {
	case openai.Chat:
		return chat{}
	case responses.API:
		return items{}
	case anthropic.Messages:
		return blocks{}
	default:
		return nil
	}
}

// assistant is the role of the messages with calls.
const assistant = "assistant"

// chat is the shape of chat completions: calls are in the messages of the assistant, results are messages.
type chat struct{}

func (chat) mayHaveCalls(body string) bool {
	return strings.Contains(body, "_call") // as in tool_calls, tool_call_id and function_call
}

func (chat) calls(root jsonedit.Value) iter.Seq[call] {
	return func(yield func(call) bool) {
		for message := range root.Member("messages").Items() {
			if message.Member("role").Str != assistant {
				continue
			}
			for item := range message.Member("tool_calls").Items() {
				if !function(item.Member("function"), yield) {
					return
				}
			}
			if !function(message.Member("function_call"), yield) {
				return
			}
		}
	}
}

// function yields the function of a call; custom calls, of free text, have none.
func function(f jsonedit.Value, yield func(call) bool) bool {
	return !f.IsObject() || yield(call{name: f.Member("name").Str, holder: f, key: "arguments", arguments: f.Member("arguments")})
}

// items is the shape of Responses: calls and results are items of the input.
type items struct{}

const (
	functionCall   = "function_call"
	functionOutput = "function_call_output"
)

func (items) mayHaveCalls(body string) bool { return strings.Contains(body, functionCall) }

func (items) calls(root jsonedit.Value) iter.Seq[call] {
	return func(yield func(call) bool) {
		for item := range root.Member("input").Items() {
			if item.Member("type").Str == functionCall && !function(item, yield) {
				return
			}
		}
	}
}

// blocks is the shape of Messages: calls are blocks of the assistant's messages, results are blocks of the user's.
type blocks struct{}

const (
	toolUse    = "tool_use"
	toolResult = "tool_result"
)

func (blocks) mayHaveCalls(body string) bool {
	return strings.Contains(body, `"tool_`) // as in tool_use, tool_result and tool_use_id
}

func (blocks) calls(root jsonedit.Value) iter.Seq[call] {
	return func(yield func(call) bool) {
		for message := range root.Member("messages").Items() {
			if message.Member("role").Str != assistant {
				continue
			}
			for block := range message.Member("content").Items() {
				if block.Member("type").Str != toolUse {
					continue
				}
				if !yield(call{name: block.Member("name").Str, holder: block, key: "input", arguments: block.Member("input"), wantsObject: true}) {
					return
				}
			}
		}
	}
}
