package responses_test

import (
	"testing"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/openai/responses"
)

func BenchmarkBody(b *testing.B) {
	apitest.BenchmarkBodies(b, responses.ReadRequest(defaultRequest), func(text string) string {
		return `{"model":"qwen3","status":"completed","output":[{"type":"message","id":"m","content":[{"type":"output_text","text":` + apitest.Quote(text) + `}]}]}`
	})
}

func BenchmarkStream(b *testing.B) {
	f, request := apitest.Fixer(b, gateway.Policy{}), responses.ReadRequest(defaultRequest)
	event := []byte("event: response.output_text.delta\n" + delta(" word"))
	b.ReportAllocs()
	s := request.Stream(f)
	s.Write([]byte(begun + item + part))
	for b.Loop() {
		s.Write(event)
	}
}
