// Package qwen3_coder knows how Qwen3-Coder, Qwen3.5 and the models that took
// over their format (Nemotron 3, Step 3.5, Seed-OSS, …) write tool calls:
//
//	<tool_call>
//	<function=Glob>
//	<parameter=pattern>
//	*.md
//	</parameter>
//	</function>
//	</tool_call>
//
// It is a table; docs/models/formats/qwen3_coder.md has what real models make of it.
package qwen3_coder
