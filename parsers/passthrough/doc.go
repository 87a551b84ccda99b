// Package passthrough is the family of models that call nothing: the output is the
// content, byte for byte, whatever is in it.
//
//	<tool_call>{"name": "f", "arguments": {}}</tool_call>
//
// is text. Servers have such a parser for models without tools, so that their
// outputs go the same way as others; so has this service.
//
// The names are those of smg and Ollama (passthrough), and of llama.cpp (content_only).
// docs/models/formats/passthrough.md has its rules.
package passthrough
