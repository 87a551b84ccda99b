// Package pangu parses the tool calls of Huawei's openPangu.
//
// The native form is a JSON array of calls between two special tokens, which openPangu 2.0
// calls by their name; the models before it have two unused ones in their place:
//
//	<|tool_call_start|>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]<|tool_call_end|>
//	[unused11][{"name": "get_weather", "arguments": {"city": "Oslo"}}][unused12]
//
// Source: the parsers that omni-infer and vLLM have for it, and the prompts of openPangu's
// agents. What is accepted, by example: docs/models/formats/pangu.md.
package pangu
