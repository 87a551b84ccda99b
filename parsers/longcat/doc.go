// Package longcat knows how LongCat writes tool calls: the name behind the opening tag, and
// a pair of elements for every argument.
//
//	<longcat_tool_call>get_weather
//	<longcat_arg_key>city</longcat_arg_key>
//	<longcat_arg_value>Oslo</longcat_arg_value>
//	</longcat_tool_call>
//
// The source is the chat templates of LongCat-Flash and LongCat 2.0. It is a table; docs/models/formats/longcat.md has its rules.
package longcat
