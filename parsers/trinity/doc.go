// Package trinity parses the tool calls of Arcee's Trinity.
//
// The native form is an object between two special tokens, one each:
//
//	<tool_call>
//	{"name": "get_weather", "arguments": {"city": "Oslo"}}
//	</tool_call>
//
// Trinity often calls in the middle of a thought.
//
// Source: the chat template of arcee-ai/Trinity-Mini. What is accepted,
// by example: docs/models/formats/trinity.md.
package trinity
