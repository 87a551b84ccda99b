// Package telechat knows how TeleChat4 and Xing 4.0 (China Telecom) write tool calls: the
// name behind the opening tag, and a pair of elements for every argument.
//
//	<tool_call>get_weather
//	<param_key>city</param_key>
//	<param_value>Oslo</param_value>
//	</tool_call>
//
// The source is TensorRT-LLM's parsers of these names. It is a table;
// docs/models/formats/telechat.md has its rules.
package telechat
