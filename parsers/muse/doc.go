// Package muse knows how Muse Glimmer and Muse Spark write tool calls: a message to a tool,
// in which the call is in tags.
//
//	 to=self<|message|>I should look it up.<|eom|><|start|>assistant to=get_weather<|message|><atem:function_calls>
//	<atem:invoke name="get_weather">
//	<atem:parameter name="city">Paris</atem:parameter>
//	</atem:invoke>
//	</atem:function_calls><|eot|>
//
// on two lines more; the prompt ends in <|start|>assistant. What is written to self is the
// model's reasoning.
//
// The source is the chat template of Muse Glimmer, and what vLLM and SGLang read. It is a
// table; docs/models/formats/muse.md has its rules.
package muse
