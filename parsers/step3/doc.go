// Package step3 knows how Step3 writes tool calls: invoke and parameter tags of its own,
// between special tokens.
//
//	<｜tool_calls_begin｜>
//	<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather">
//	<steptml:parameter name="city">Oslo</steptml:parameter>
//	</steptml:invoke><｜tool_call_end｜>
//	<｜tool_calls_end｜>
//
// The source is the chat template of Step3; later Step models write Qwen3-Coder's tags. It
// is a table; docs/models/formats/step3.md has its rules.
package step3
