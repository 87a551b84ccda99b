// Package step_audio parses the tool calls of StepFun's Step-Audio 2.
//
// A tag holds the word function, the name and the JSON arguments, each on a line:
//
//	<tool_call>function
//	get_weather
//	{"city": "Oslo"}</tool_call>
//
// Source: StepFun's parser for vLLM, step_audio_2, and SGLang's page of that name. What is
// accepted, by example: docs/models/formats/step_audio.md.
package step_audio
