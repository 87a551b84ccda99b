package responses_test

// defaultRequest is the request of a case that has none.
const defaultRequest = `{"model": "qwen3-32b", "input": "Hi", "tools": [
	{"type": "function", "name": "get_weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}}},
	{"type": "function", "name": "run_shell", "parameters": {"type": "object", "properties": {"command": {"type": "string"}}}},
	{"type": "web_search"}
]}`
