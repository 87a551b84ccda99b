package kimi_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/kimi"
)

// weather is a call as Kimi writes it in text; completion is the same call in
// a response of the OpenAI API.
const (
	weather = "I'll help you get the weather information.\n\n```json\n" +
		"{\n  \"tool_call\": {\n    \"name\": \"get_weather\",\n    \"arguments\": {\n      \"city\": \"Oslo\",\n      \"unit\": \"celsius\"\n    }\n  }\n}\n" +
		"```\n\nLet me fetch that weather data for you."
	completion = `{"id":"chatcmpl-9x2kQ7","object":"chat.completion","created":1732100000,"model":"kimi-k2",` +
		`"choices":[{"index":0,"message":{"role":"assistant","content":"I'll help you get the weather information.\n\nLet me fetch that weather data for you.",` +
		`"tool_calls":[{"id":"call_abc123","type":"function","function":{"name":"get_weather","arguments":"{\"city\":\"Oslo\",\"unit\":\"celsius\"}"}}]},` +
		`"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":82,"completion_tokens":18,"total_tokens":100}}`
)

// chatCompletion is what a client decodes of a response.
type chatCompletion struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Created int64  `json:"created"`
	Model   string `json:"model"`
	Choices []struct {
		Index   int `json:"index"`
		Message struct {
			Role      string `json:"role"`
			Content   string `json:"content"`
			ToolCalls []struct {
				ID       string `json:"id"`
				Type     string `json:"type"`
				Function struct {
					Name      string `json:"name"`
					Arguments string `json:"arguments"`
				} `json:"function"`
			} `json:"tool_calls"`
		} `json:"message"`
		FinishReason string `json:"finish_reason"`
	} `json:"choices"`
	Usage struct {
		PromptTokens     int `json:"prompt_tokens"`
		CompletionTokens int `json:"completion_tokens"`
		TotalTokens      int `json:"total_tokens"`
	} `json:"usage"`
}

// BenchmarkFenced compares JSON in text with encoding/json on the same call
// in a standard response: it should cost no more.
func BenchmarkFenced(b *testing.B) {
	b.Run("kimi", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if r := parsers.Parse(benchFamily, weather, parsers.Config{}, parsers.FinishStop); len(r.ToolCalls) != 1 {
				b.Fatal("no call")
			}
		}
	})
	b.Run("encoding_json", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var c chatCompletion
			if err := json.Unmarshal([]byte(completion), &c); err != nil || len(c.Choices[0].Message.ToolCalls) != 1 {
				b.Fatal("no call", err)
			}
		}
	})
}

const (
	sectionBegin = "<|tool_calls_section_begin|>"
	sectionEnd   = "<|tool_calls_section_end|>"
	callBegin    = "<|tool_call_begin|>"
	argumentsAt  = "<|tool_call_argument_begin|>"
	callEnd      = "<|tool_call_end|>"
)

func tokenCall(header, arguments string) string {
	return callBegin + header + argumentsAt + arguments + callEnd
}

// benchFamily is one for all, as in a server: what parsers keep is used again.
var benchFamily = kimi.Family()

func benchmark(b *testing.B, output string, calls int) {
	parsertest.Benchmark(b, benchFamily, parsers.Config{}, output, calls)
}

// BenchmarkTokens is a short call between special tokens.
func BenchmarkTokens(b *testing.B) {
	benchmark(b, sectionBegin+tokenCall("functions.get_weather:0", `{"city": "Oslo"}`)+sectionEnd, 1)
}

// BenchmarkProse is prose without calls.
func BenchmarkProse(b *testing.B) {
	benchmark(b, strings.Repeat("All work and no play makes Jack a dull boy.\n", 2000), 0)
}

// BenchmarkLongArgument is a 1 MB argument.
func BenchmarkLongArgument(b *testing.B) {
	arguments := `{"content": "` + strings.Repeat(`x = \"y\";\n `, 1<<20/12) + `"}`
	benchmark(b, sectionBegin+tokenCall("functions.create_file:0", arguments)+sectionEnd, 1)
}
