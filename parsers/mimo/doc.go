// Package mimo knows how Xiaomi's MiMo writes tool calls: as Qwen3-Coder does,
// but with the values inline, so that nothing of them is trimmed.
//
//	<tool_call>
//	<function=get_weather>
//	<parameter=city>Oslo</parameter>
//	</function>
//	</tool_call>
//
// It is a table; docs/models/formats/mimo.md has what real models make of it.
package mimo
