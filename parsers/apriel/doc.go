// Package apriel parses the tool calls of ServiceNow's Apriel.
//
// The native form is an array between two tags, which are plain text:
//
//	<tool_calls>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]</tool_calls>
//
// Source: the chat template of ServiceNow-AI/Apriel-1.5-15b-Thinker. What is accepted,
// by example: docs/models/formats/apriel.md.
package apriel
