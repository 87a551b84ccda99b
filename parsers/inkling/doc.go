// Package inkling parses the tool calls of Inkling, whose answer is in blocks
// that say what they hold; a call's block tells the tool's name twice:
//
//	<|message_model|><|content_thinking|>I look.<|end_message|>
//	<|message_model|>get_weather<|content_invoke_tool_json|>{"name": "get_weather", "args": {"city": "Oslo"}}<|end_message|>
//
// Source: the chat template of the model's cards, and the parsers of vLLM and
// SGLang. What is accepted, by example: docs/models/formats/inkling.md.
package inkling
