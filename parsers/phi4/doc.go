// Package phi4 parses the tool calls of Phi-4-mini and its kin.
//
// The native form is a list behind a word:
//
//	functools[{"name": "get_weather", "arguments": {"city": "Oslo"}}]
//
// and in the chat template of later ones an array between special tokens.
//
// Source: the chat template of microsoft/Phi-4-mini-instruct. What is accepted,
// by example: docs/models/formats/phi4.md.
package phi4
