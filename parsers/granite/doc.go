// Package granite parses the tool calls of IBM's Granite 3, 4 and 20B function calling.
//
// Granite 4 writes an object between two tags, Granite 3 an array behind a special
// token or behind the opening tag, and the 20B model one object behind a tag each:
//
//	<tool_call>
//	{"name": "get_weather", "arguments": {"city": "Oslo"}}
//	</tool_call>
//
//	<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]
//
// Source: the chat templates of ibm-granite/granite-4.0-h-small,
// ibm-granite/granite-3.3-8b-instruct and ibm-granite/granite-20b-functioncalling.
// What is accepted, by example: docs/models/formats/granite.md.
package granite
