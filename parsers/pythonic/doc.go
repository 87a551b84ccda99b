// Package pythonic parses tool calls that are written as Python code: those of
// Llama 4, of LFM2 by Liquid AI, of OLMo 3, of ToolACE.
//
// The native form is a list of calls, which is the complete output, or is
// between the model's markers:
//
//	<|tool_call_start|>[get_weather(city="Oslo", days=3), get_time()]<|tool_call_end|>
//
// Arguments are keywords with literal values. They are read as data: nothing
// is ever evaluated, and what is no literal is no call. The models write JSON,
// too, in the same places, where a prompt's template does.
//
// Sources: the prompt format page of Llama 4 (Meta), the tool use page of LFM2
// (Liquid AI), the chat template of OLMo 3 (Ai2). What is accepted, by example:
// docs/models/formats/pythonic.md.
package pythonic
