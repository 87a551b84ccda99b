// Package hunyuan knows how Tencent's Hunyuan models write tool calls: Hy3 and Hy4 as the
// name behind the opening tag and a pair of elements for every argument,
//
//	<tool_calls>
//	<tool_call>get_weather<tool_sep>
//	<arg_key>city</arg_key>
//	<arg_value>Oslo</arg_value>
//	</tool_call>
//	</tool_calls>
//
// A13B as an array of JSON objects in the outer element. Every tag may bear a suffix,
// <tool_call:opensource>: such tags are special tokens.
//
// The source is the chat templates of Hunyuan-A13B-Instruct, Hy3 and Hy4. It is a table;
// docs/models/formats/hunyuan.md has its rules.
package hunyuan
