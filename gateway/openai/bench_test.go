package openai_test

import (
	"testing"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/openai"
)

func BenchmarkBody(b *testing.B) {
	apitest.BenchmarkBodies(b, openai.ReadRequest(defaultRequest), func(text string) string {
		return `{"model":"qwen3","choices":[{"index":0,"message":{"content":` + apitest.Quote(text) + `},"finish_reason":"stop"}]}`
	})
}

func BenchmarkStream(b *testing.B) {
	f, request := apitest.Fixer(b, gateway.Policy{}), openai.ReadRequest(defaultRequest)
	event := []byte("data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"qwen3\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\" word\"},\"finish_reason\":null}]}\n\n")
	b.ReportAllocs()
	s := request.Stream(f)
	for b.Loop() {
		s.Write(event)
	}
}
