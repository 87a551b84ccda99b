package openai_test

import (
	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/openai"
)

// defaultRequest is the request of a case that has none.
const defaultRequest = `{"model": "qwen3-32b", "tools": [
	{"type": "function", "function": {"name": "get_weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}}}},
	{"type": "function", "function": {"name": "run_shell", "parameters": {"type": "object", "properties": {"command": {"type": "string"}}}}}
]}`

var suite = apitest.Suite{
	API:     openai.Chat{},
	Request: defaultRequest,
	Frames:  frames,
	Ends:    []string{"[DONE]", `"finish_reason":"`},
	Check:   check,
}
