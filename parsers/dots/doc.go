// Package dots knows how dots.llm1 writes tool calls: invoke and parameter tags in a
// wrapper of their own.
//
//	<dots_function_call>
//	<invoke name="get_weather">
//	<parameter name="city">Oslo</parameter>
//	</invoke>
//	</dots_function_call>
//
// The source is the chat template of dots.llm1. It is a table; docs/models/formats/dots.md
// has its rules.
package dots
