package anthropic_test

import (
	"testing"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/anthropic"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
)

func BenchmarkBody(b *testing.B) {
	apitest.BenchmarkBodies(b, anthropic.ReadRequest(defaultRequest), func(text string) string {
		return `{"model":"qwen3","content":[{"type":"text","text":` + apitest.Quote(text) + `}],"stop_reason":"end_turn"}`
	})
}

func BenchmarkStream(b *testing.B) {
	s := anthropic.ReadRequest(defaultRequest).Stream(apitest.Fixer(b, gateway.Policy{}))
	s.Write([]byte(started + textStart))
	event := []byte(textDelta(" word"))
	b.ReportAllocs()
	for b.Loop() {
		s.Write(event)
	}
}
