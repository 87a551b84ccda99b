// Package mistral parses the tool calls of Mistral, Mixtral, Ministral,
// Magistral, Devstral and Codestral.
//
// The older templates (v2 to v7) write an array behind a special token:
//
//	[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Oslo"}, "id": "VvvODy9mT"}]
//
// the newer ones (v11, v13) write the token before each call, and its name
// before the arguments:
//
//	[TOOL_CALLS]get_weather[ARGS]{"city": "Oslo"}
//
// Source: the chat templates of mistralai/Mistral-7B-Instruct-v0.3 and
// mistralai/Devstral-Small-2507. What is accepted, by example:
// docs/models/formats/mistral.md.
package mistral
