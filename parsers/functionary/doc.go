// Package functionary knows how MeetKai's Functionary writes tool calls: v3.1 in a tag,
//
//	<function=get_current_weather>{"location": "Istanbul"}</function>
//
// as Llama 3.1 does; v3.2 as messages, each behind a line with its recipient:
//
//	>>>all
//	I'll look.
//	>>>get_current_weather
//	{"location": "Istanbul"}
//
// of which the prompt holds the first >>>.
//
// The source are MeetKai's prompt templates v3.llama3 and v3-llama3.1, and the parsers of
// llama.cpp. It is a table; docs/models/formats/functionary.md has its rules.
package functionary
