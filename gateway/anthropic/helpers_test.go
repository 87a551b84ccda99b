package anthropic_test

import (
	"github.com/toolparser/toolparser/gateway/anthropic"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
)

// defaultRequest is the request of a case that has none.
const defaultRequest = `{"model": "qwen3-32b", "max_tokens": 100, "tools": [
	{"name": "get_weather", "input_schema": {"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}}},
	{"type": "custom", "name": "run_shell", "input_schema": {"type": "object", "properties": {"command": {"type": "string"}}}},
	{"type": "web_search_20250305", "name": "web_search"}
]}`

var suite = apitest.Suite{
	API:     anthropic.Messages{},
	Request: defaultRequest,
	Frames:  frames,
	Ends:    []string{`"message_stop"`, `"stop_reason":"`},
	Check:   check,
}

// frames makes a stream of the text of a case.
func frames(text string) string {
	if text == "" {
		return ""
	}
	return text + "\n\n"
}
