package anthropic_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/anthropic"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
)

func BenchmarkBody(b *testing.B) {
	f, request := apitest.Fixer(b, gateway.Policy{}), anthropic.ReadRequest(defaultRequest)
	for name, text := range map[string]string{
		"text": strings.Repeat(apitest.Prose, 80),
		"call": strings.Repeat(apitest.Prose, 80) + `<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</tool_call>`,
	} {
		body := `{"model":"qwen3","content":[{"type":"text","text":` + apitest.Quote(text) + `}],"stop_reason":"end_turn"}`
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
	s := anthropic.ReadRequest(defaultRequest).NewStream(apitest.Fixer(b, gateway.Policy{}))
	s.Write([]byte(started + textStart))
	event := []byte(textDelta(" word"))
	b.ReportAllocs()
	for b.Loop() {
		s.Write(event)
	}
}
