// Package jamba parses the tool calls of Jamba.
//
// The native form is an array between two tags, which are plain text:
//
//	<tool_calls>[
//	{"name": "get_weather", "arguments": {"city": "Oslo"}}
//	]</tool_calls>
//
// Source: the chat template of ai21labs/AI21-Jamba-1.5-Mini. What is accepted,
// by example: docs/models/formats/jamba.md.
package jamba
