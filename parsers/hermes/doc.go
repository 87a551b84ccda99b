// Package hermes parses the tool calls of Hermes 2 Pro, 3 and 4, of Qwen 2.5
// and Qwen 3, QwQ, SmolLM3 and EXAONE, and of others that were trained on the
// same template.
//
// The native form is one JSON object between two tags, each call in tags of
// its own:
//
//	<tool_call>
//	{"name": "get_weather", "arguments": {"city": "Oslo"}}
//	</tool_call>
//
// The tags are plain text, so models write them in any state of disrepair; and
// Qwen2.5-Coder often leaves them out.
//
// Source: the chat templates of NousResearch/Hermes-2-Pro-Llama-3-8B and
// Qwen/Qwen2.5-7B-Instruct. What is accepted, by example: docs/models/formats/hermes.md.
package hermes
