// Package kimi parses the tool calls of Moonshot's Kimi K2 and K3, and the
// JSON that they write in text when no one gave them a better way.
//
// The native form of K2 is special tokens around a header and JSON:
//
//	<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Oslo"}<|tool_call_end|><|tool_calls_section_end|>
//
// as in the tool-call guide of the K2 model card. The header is the call's id;
// the chat template finds the name through it.
//
// Terms:
//
//   - A section is what is between a section's begin and end marker. One
//     without its begin marker begins with its first call.
//   - A header is what is between a call's begin and its arguments.
//
// Source: moonshotai/Kimi-K2-Instruct, docs/tool_call_guidance.md. What is
// accepted, by example: docs/models/formats/kimi.md.
//
// Reading order:
//
//   - family.go: the table.
//   - moved.go, stripped.go, xtml.go: what no table can say: calls whose tokens moved, calls without their tokens, K3's tags.
//   - header.go: a call's header.
package kimi
