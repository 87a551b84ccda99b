// Package internlm parses the tool calls of InternLM 2 and of Intern-S1.
//
// The native form is one JSON object between special tokens, of which the
// second one says that it is a plugin's:
//
//	<|action_start|><|plugin|>
//	{"name": "get_weather", "parameters": {"city": "Oslo"}}<|action_end|>
//
// What follows <|interpreter|> in its place is code, and text (interpreter.go).
//
// Source: the chat template of internlm/internlm2_5-7b-chat. What is accepted,
// by example: docs/models/formats/internlm.md.
package internlm
