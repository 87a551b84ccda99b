// Package sarashina parses the tool calls of SB Intuitions' Sarashina.
//
// The native form is an array of Python dicts behind a special token, which
// servers often strip:
//
//	<|tool_calls|>[{'name': 'get_weather', 'arguments': {'city': 'Oslo'}}]
//
// Source: the chat template of sbintuitions/sarashina2.2-3b-instruct-v0.1. What is accepted,
// by example: docs/models/formats/sarashina.md.
package sarashina
