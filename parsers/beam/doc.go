// Package beam parses the tool calls of the format that vLLM and SGLang call
// beam: the messages of harmony, whose arguments are in a tag each.
//
//	<|start|>assistant to=get_weather<|channel|>analysis <|constrain|>xml<|message|><rfl:parameter name="city">
//	Oslo
//	</rfl:parameter><|call|>
//
// Source: the parsers of these servers. What is accepted, by example:
// docs/models/formats/beam.md.
package beam
