// Package openai parses the tool calls of OpenAI's response formats, as the
// APIs deliver them and as models write them into text.
//
// The native form is the assistant message of a chat completion:
//
//	{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
//	 "function": {"name": "get_weather", "arguments": "{\"city\": \"Oslo\"}"}}]}
//
// whose arguments are JSON text in a string. A response at the start of the
// output is a document: its message's content is the content. Elsewhere its
// calls alone are read, as are those of the older function_call and of the
// Responses API.
//
// Source: the API reference of Chat Completions and of Responses. What is
// accepted, by example: docs/models/formats/openai.md.
package openai
