// Package cohere parses the tool calls of Cohere's Command models, which put
// every part of an answer between two special tokens:
//
//	<|START_THINKING|>I will look up the weather.<|END_THINKING|><|START_ACTION|>[
//	    {"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Oslo"}}
//	]<|END_ACTION|><|END_OF_TURN_TOKEN|>
//
// Command R and R+ of 2024 write `Action:` and a fence instead. Source: the chat
// templates of CohereLabs/c4ai-command-r7b-12-2024, command-a-03-2025 and
// c4ai-command-r-plus-08-2024. What is accepted, by example: docs/models/formats/cohere.md.
package cohere
