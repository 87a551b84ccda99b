// Package hyperclovax parses the tool calls of Naver's HyperCLOVA X SEED Think.
//
// The 14B model writes JSON in a message whose role says that it is a call:
//
//	Let me look.<|im_end|>
//	<|im_start|>assistant -> tool/function_call
//	[{"name": "get_weather", "arguments": {"city": "Oslo"}}]<|im_end|><|stop|>
//
// the 32B model a pair of elements for every argument:
//
//	<tool_call>get_weather
//	<arg_key>city</arg_key>
//	<arg_value>Oslo</arg_value>
//	</tool_call>
//
// Sources: the model card of the 14B model, and vLLM's parsers for both. What is accepted,
// by example: docs/models/formats/hyperclovax.md.
package hyperclovax
