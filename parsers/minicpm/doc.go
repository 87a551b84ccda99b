// Package minicpm knows how MiniCPM5 writes tool calls: a function tag with a param tag
// for every argument, without anything around them.
//
//	<function name="get_weather"><param name="city">Beijing</param></function>
//
// as OpenBMB's page on MiniCPM5 shows it. What holds '<', '&' or a newline is in
// <![CDATA[ and ]]>.
//
// The source is the chat template of MiniCPM5, and what vLLM, SGLang and MLX read. It is
// a table; docs/models/formats/minicpm.md has its rules.
package minicpm
