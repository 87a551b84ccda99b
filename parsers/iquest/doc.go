// Package iquest knows how IQuest writes tool calls: the name behind the opening tag, and
// a pair of elements for every argument.
//
//	<iquest_tool_call>get_weather
//	<arg_key>city</arg_key>
//	<arg_value>Oslo</arg_value>
//	</iquest_tool_call>
//
// In IQuest-Coder V2 the element is iquestcoder_tool_call. The sources are SGLang's parser
// iquest_q1 and vLLM's iquest_coder_v2. It is a table; docs/models/formats/iquest.md has its rules.
package iquest
