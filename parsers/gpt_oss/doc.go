// Package gpt_oss parses the messages of OpenAI's gpt-oss: the harmony format,
// in which every part of an answer is a message with a header. A message to a
// recipient is a call:
//
//	<|channel|>analysis<|message|>Need to use function get_current_weather.<|end|><|start|>assistant<|channel|>commentary
//	to=functions.get_current_weather <|constrain|>json<|message|>{"location":"San Francisco"}<|call|>
//
// on one line, as in the harmony guide of OpenAI's cookbook. The prompt ends in
// <|start|>assistant.
//
// Source: OpenAI, "OpenAI harmony response format", and the chat template of
// openai/gpt-oss-120b. What is accepted, by example: docs/models/formats/gpt_oss.md.
package gpt_oss
