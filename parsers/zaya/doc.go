// Package zaya parses the tool calls of Zyphra's ZAYA1.
//
// The native form is Qwen3-Coder's, in a wrapper of special tokens of its own:
//
//	<zyphra_tool_call>
//	<function=get_weather>
//	<parameter=city>
//	Oslo
//	</parameter>
//	</function>
//	</zyphra_tool_call>
//
// Source: the tool parser zaya_xml in Zyphra's branch of vLLM, and the tokenizer of
// Zyphra/ZAYA1-8B. What is accepted, by example: docs/models/formats/zaya.md.
package zaya
