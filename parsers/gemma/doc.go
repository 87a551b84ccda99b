// Package gemma parses the tool calls of Google's Gemma models.
//
// Gemma 4 and FunctionGemma write keys and values between braces, with special
// tokens around strings and around the call:
//
//	<|tool_call>call:get_weather{location:<|"|>Tokyo, JP<|"|>}<tool_call|>
//	<start_function_call>call:get_current_temperature{location:<escape>London<escape>}<end_function_call>
//
// as in the chat templates of google/gemma-4-E4B-it and google/functiongemma-270m-it.
// Gemma 3 writes Python in a fence that is labelled tool_code, or JSON, as its
// prompt asks. Source: the templates, and ai.google.dev, "Function calling with
// Gemma". What is accepted, by example: docs/models/formats/gemma.md.
package gemma
