// Package ernie parses the tool calls of Baidu's ERNIE 4.5 Thinking.
//
// The native form is an object between two tags, one each, behind a thought that
// the prompt opens and an answer in tags of its own:
//
//	…</think>
//	<response>
//	I'll look.
//	</response>
//
//	<tool_call>
//	{"name": "get_weather", "arguments": {"city": "Oslo"}}
//	</tool_call>
//
// Source: the chat template of baidu/ERNIE-4.5-21B-A3B-Thinking. What is accepted,
// by example: docs/models/formats/ernie.md.
package ernie
