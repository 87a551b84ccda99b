// Package k2_horizon knows how K2 Horizon writes tool calls: the name behind the opening
// tag, and for every argument a pair of elements, between which one may say its type.
//
//	<ifm|tool_calls>
//	<ifm|tool_call>get_weather
//	<ifm|arg_key>city</ifm|arg_key>
//	<ifm|arg_type>string</ifm|arg_type>
//	<ifm|arg_value>Oslo</ifm|arg_value>
//	</ifm|tool_call>
//	</ifm|tool_calls>
//
// The source is the chat template of K2 Horizon (K2-V3), whose name is all that it shares
// with Kimi K2. It is a table; docs/models/formats/k2_horizon.md has its rules.
package k2_horizon
