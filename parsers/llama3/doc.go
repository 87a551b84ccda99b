// Package llama3 parses the tool calls of Llama 3, 3.1, 3.2 and 3.3.
//
// The native form is one JSON object, after an optional <|python_tag|>:
//
//	{"name": "get_weather", "parameters": {"city": "Oslo"}}
//
// as the chat templates of Llama 3.1 ask for, with the text before and after
// it kept. The models write several of them in a row, too, and the forms of
// the other formats of [Family]: the <function=…> tag and the built-in calls
// of the Llama 3.1 prompt format, and the Python lists of Llama 3.2.
//
// Source: Meta's prompt format pages for Llama 3.1 to 3.3. What is accepted,
// by example: docs/models/formats/llama3.md.
package llama3
