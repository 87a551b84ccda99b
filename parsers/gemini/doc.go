// Package gemini parses the tool calls of Gemini, as its API delivers them and
// as its models write them into text.
//
// The native form is a part of the model's content:
//
//	{"functionCall": {"name": "get_weather", "args": {"city": "Oslo"}}}
//
// A response of generateContent at the start of the output is a document: its
// text parts are the content. Elsewhere its calls alone are read. The models
// also write the Python that they were trained on:
//
//	print(default_api.get_weather(city="Oslo"))
//
// Source: the Gemini API reference (GenerateContentResponse, Content, Part).
// What is accepted, by example: docs/models/formats/gemini.md.
package gemini
