// Package firefunction parses the tool calls of FireFunction v2.
//
// The native form is an array directly behind a word:
//
//	functools[{"name": "get_weather", "arguments": {"city": "Oslo"}}]
//
// Source: the chat template of fireworks-ai/llama-3-firefunction-v2. What is accepted,
// by example: docs/models/formats/firefunction.md.
package firefunction
