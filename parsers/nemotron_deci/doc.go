// Package nemotron_deci parses the tool calls of Nvidia's Llama-Nemotron (Nano,
// Super, Ultra), of Nemotron-Mini and of Nemotron Nano v2.
//
// The native form is an array between two tags, which are plain text:
//
//	<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]</TOOLCALL>
//
// The prompt shows it with doubled braces, so models write these too.
//
// Source: the chat template of nvidia/Llama-3_3-Nemotron-Super-49B-v1. What is
// accepted, by example: docs/models/formats/nemotron_deci.md.
package nemotron_deci
