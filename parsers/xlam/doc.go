// Package xlam parses the tool calls of Salesforce's xLAM.
//
// The native form is nothing but JSON, at the start of the output:
//
//	[{"name": "get_weather", "arguments": {"city": "Oslo"}}]
//
// Some models write a marker before it, [TOOL_CALLS] or <tool_call>, or think first.
//
// Source: the model cards and chat templates of Salesforce/xLAM-7b-fc-r and
// Salesforce/Llama-xLAM-2-8b-fc-r. What is accepted, by example: docs/models/formats/xlam.md.
package xlam
