package auto

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/engine"
)

// The formats of what no family announces: JSON in running text and in fences.
const (
	formatInline = "auto/inline_json"
	formatFenced = "auto/fenced_json"
)

// Family describes auto, which reads what announces itself in the calls of these
// families. Where two of them write the same, the one counts that is first.
func Family(of []*parsers.Family) *parsers.Family {
	u := new(union)
	for _, f := range of {
		u.add(f)
	}
	g := u.table()
	return engine.Family(&parsers.Family{
		Name:            "auto",
		Description:     "Any of the other families, by what announces itself; in free text objects that name a declared tool.",
		Formats:         append(u.formats(g), textFormats...),
		PreservedTokens: u.tokens,
	}, g, u.hooks...)
}

var textFormats = []parsers.Format{{
	Name:        formatInline,
	Description: "An object that names a declared tool, with arguments, in running text.",
	Example:     `{"name": "get_weather", "arguments": {"city": "Oslo"}}`,
}, {
	Name:        formatFenced,
	Description: "The same in a Markdown fence.",
	Example:     "```json\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}\n```",
}}

// examples are those of formats of which their families show what announces nothing,
// such as a part of a response, or what another one announces.
var examples = map[string]string{
	"laguna/tool_call_json": "<tool_call>get_weather\n{\"city\": \"Oslo\"}\n</tool_call>",
	"hunyuan/json_array":    `<tool_calls:opensource>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]</tool_calls:opensource>`,
	"pythonic/list":         `<|python_start|>[get_weather(city="Oslo", days=3)]<|python_end|>`,
	"openai/responses_json": `{"object": "response", "output": [{"type": "function_call", "call_id": "call_1", ` +
		`"name": "get_weather", "arguments": "{\"city\":\"Oslo\"}"}]}`,
	"qwen3_coder/json": "<seed:tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}</seed:tool_call>",
	"claude/converse_json": `{"output": {"message": {"role": "assistant", "content": [{"toolUse": {"toolUseId": "tooluse_01", ` +
		`"name": "get_weather", "input": {"city": "Oslo"}}}]}}, "stopReason": "tool_use"}`,
	"gemini/function_call": `{"candidates": [{"content": {"role": "model", "parts": [{"functionCall": {"name": "get_weather", ` +
		`"args": {"city": "Oslo"}}}]}}]}`,
	"gemini/python_text": `{"candidates": [{"finishReason": "MALFORMED_FUNCTION_CALL", ` +
		`"finishMessage": "Malformed function call: print(default_api.get_weather(city=\"Oslo\"))"}]}`,
}
