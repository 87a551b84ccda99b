// Package apertus parses the tool calls of Swiss AI's Apertus.
//
// The native form is an array between special tokens, whose objects name the
// tool by their only key:
//
//	<|tools_prefix|>[{"get_weather": {"city": "Oslo"}}]<|tools_suffix|>
//
// Source: the chat template of swiss-ai/Apertus-8B-Instruct-2509. What is accepted,
// by example: docs/models/formats/apertus.md.
package apertus
