package openai_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/openai"
)

const prose = "The weather in Oslo is fine today, and so it was. "

func BenchmarkBody(b *testing.B) {
	f, request := apitest.Fixer(b, gateway.Policy{}), openai.ReadRequest(defaultRequest)
	for name, content := range map[string]string{
		"text": strings.Repeat(prose, 80),
		"call": strings.Repeat(prose, 80) + `<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}</tool_call>`,
	} {
		body := `{"model":"qwen3","choices":[{"index":0,"message":{"content":"` + content + `"},"finish_reason":"stop"}]}`
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(body)))
			for b.Loop() {
				request.FixBody(f, body)
			}
		})
	}
}

func BenchmarkStream(b *testing.B) {
	f, request := apitest.Fixer(b, gateway.Policy{}), openai.ReadRequest(defaultRequest)
	event := []byte("data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"qwen3\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\" word\"},\"finish_reason\":null}]}\n\n")
	b.ReportAllocs()
	s := request.NewStream(f)
	for b.Loop() {
		s.Write(event)
	}
}
