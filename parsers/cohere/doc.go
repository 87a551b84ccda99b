// Package cohere parses the tool calls of Cohere's Command models, which put
// every part of an answer between two special tokens:
//
//	<|START_THINKING|>I will look up the weather.<|END_THINKING|><|START_ACTION|>[
//	    {"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Oslo"}}
//	]<|END_ACTION|><|END_OF_TURN_TOKEN|>
//
// Newer models write tags:
//
//	<cofl:tool_calls><cofl:tool_call id="0" name="get_weather">
//	<cofl:tool_param name="city" string="true">Oslo</cofl:tool_param>
//	</cofl:tool_call></cofl:tool_calls>
//
// Command R and R+ of 2024 write `Action:` and a fence instead. Source: the chat
// templates of CohereLabs/c4ai-command-r7b-12-2024, command-a-03-2025 and
// c4ai-command-r-plus-08-2024, and for the tags Cohere's parser Melody and xgrammar. What is accepted, by example: docs/models/formats/cohere.md.
package cohere
