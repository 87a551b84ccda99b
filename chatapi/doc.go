// Package chatapi translates between the JSON of chat APIs and package parsers, for programs
// that parse without the service: the tools and the finish reason of a request in, the
// message or the chunks of a stream out.
//
// Tools and finish reasons are read in the shapes of OpenAI and Anthropic. Messages and chunks
// are those of OpenAI's chat API, as values for encoding/json. No vendor's package is needed. In the order of use:
//
//   - [ToolsFromJSON] reads the tools for a parse, [ReadTools] the same as a list, each a [Tool] with a [Function].
//   - [ReadFinishReason] reads why the model stopped.
//   - [NewMessage] makes the [Message] of a complete result, with each [ToolCall].
//   - [Chunks] makes a [Chunk] of each delta of a stream. In a chunk is a [Choice], and in it a [Delta].
//   - [FinishReason] is the word with which a response ends.
//
// For a program that calls the service, packages client, client/openai and client/anthropic
// do the same with the service's messages.
//
// # Reading order
//
//   - tools.go: a request's tools.
//   - chunk.go: the chunks of a stream.
//   - message.go: the message of a choice.
//   - finish.go: finish reasons, both ways.
package chatapi
