package responses_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/openai/responses"
)

const prose = "The weather in Oslo is fine today, and so it was. "

func BenchmarkBody(b *testing.B) {
	f, request := apitest.Fixer(b, gateway.Policy{}), responses.ReadRequest(defaultRequest)
	for name, call := range map[string]string{"text": "", "call": `<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</tool_call>`} {
		body := `{"model":"qwen3","status":"completed","output":[{"type":"message","id":"m","content":[{"type":"output_text","text":` +
			apitest.Quote(strings.Repeat(prose, 80)+call) + `}]}]}`
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
	f, request := apitest.Fixer(b, gateway.Policy{}), responses.ReadRequest(defaultRequest)
	event := []byte("event: response.output_text.delta\n" + delta(" word"))
	b.ReportAllocs()
	s := request.NewStream(f)
	s.Write([]byte(begun + item + part))
	for b.Loop() {
		s.Write(event)
	}
}
