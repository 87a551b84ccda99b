// Package laguna knows how Laguna writes tool calls: the name behind the opening tag, and
// a pair of elements for every argument.
//
//	<tool_call>get_weather
//	<arg_key>city</arg_key>
//	<arg_value>Oslo</arg_value>
//	</tool_call>
//
// The source is the chat template of Laguna XS. It is a table; docs/models/formats/laguna.md has its rules.
package laguna
