// Package plamo parses the tool calls of Preferred Networks' PLaMo 3.
//
// The native form is a name and JSON arguments between special tokens, each call
// in a request of its own, all in a section:
//
//	<|plamo:begin_tool_requests:plamo|>
//	<|plamo:begin_tool_request:plamo|><|plamo:begin_tool_name:plamo|>get_weather<|plamo:end_tool_name:plamo|>
//	<|plamo:begin_tool_arguments:plamo|><|plamo:constrain|>json<|plamo:msg|>{"city": "Oslo"}
//	<|plamo:end_tool_arguments:plamo|><|plamo:end_tool_request:plamo|>
//	<|plamo:end_tool_requests:plamo|>
//
// Source: the chat template of pfnet/plamo-3-nict-8b-base. What is accepted, by
// example: docs/models/formats/plamo.md.
package plamo
