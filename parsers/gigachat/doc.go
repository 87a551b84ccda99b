// Package gigachat knows how Sber's GigaChat writes tool calls: 3.1 as a JSON object behind
// a special token, 3 behind the name of a role,
//
//	I'll look.<|message_sep|>
//
//	function call<|role_sep|>
//	{"name": "get_weather", "arguments": {"city": "Oslo"}}
//
// 3.5 as invoke and parameter tags in a wrapper of their own, GCML:
//
//	<｜GCML｜tool_calls>
//	<｜GCML｜invoke name="get_weather">
//	<｜GCML｜parameter name="city" string="true">Oslo</｜GCML｜parameter>
//	</｜GCML｜invoke>
//	</｜GCML｜tool_calls>
//
// The source is the chat templates of GigaChat3, GigaChat3.1 and GigaChat3.5. It is a
// table; docs/models/formats/gigachat.md has its rules.
package gigachat
