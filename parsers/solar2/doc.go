// Package solar2 knows how Solar Open 2 writes tool calls: the name behind the opening
// token, and between three tokens the name and the value of every argument.
//
//	<|tool_call:start|>get_weather
//	<|tool_arg:start|>city<|tool_arg:value|>Oslo<|tool_arg:end|>
//	<|tool_call:end|>
//
// The source is what vLLM and SGLang read of upstage/Solar-Open2-250B, and how another
// server renders its chat template. What Solar Open 100B writes is in package solar. It is
// a table; docs/models/formats/solar2.md has its rules.
package solar2
