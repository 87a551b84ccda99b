// Package solar parses the messages of Upstage's Solar Open, and the tool calls in them.
//
// A message is made of parts between special tokens; the prompt ends behind the first
// beginning:
//
//	<|think|>Let me look.<|end|><|begin|>assistant<|tool_calls|>
//	<|tool_call:begin|>abc123<|tool_call:name|>get_weather<|tool_call:args|>{"city": "Oslo"}<|tool_call:end|><|calls|>
//
// Source: the chat template of upstage/Solar-Open-100B. What is accepted, by
// example: docs/models/formats/solar.md.
package solar
