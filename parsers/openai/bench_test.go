package openai_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/openai"
)

// benchFamily is one for all, as in a server: what parsers keep is used again.
var benchFamily = openai.Family()

// benchmark parses an output whole, and in pieces of 4 bytes, as tokens come.
func benchmark(b *testing.B, output string, calls int) {
	b.Run("unary", func(b *testing.B) {
		b.SetBytes(int64(len(output)))
		b.ReportAllocs()
		for b.Loop() {
			want(b, parsers.Parse(benchFamily, output, parsers.Config{}, parsers.FinishStop), calls)
		}
	})
	b.Run("stream", func(b *testing.B) {
		b.SetBytes(int64(len(output)))
		b.ReportAllocs()
		for b.Loop() {
			s := parsers.NewStream(benchFamily, parsers.Config{})
			for i := 0; i < len(output); i += 4 {
				s.Feed(output[i:min(i+4, len(output))])
			}
			_, r := s.Finish(parsers.FinishStop)
			want(b, r, calls)
		}
	})
}

func want(b *testing.B, r *parsers.Result, calls int) {
	if len(r.ToolCalls) != calls {
		b.Fatalf("%d calls, want %d", len(r.ToolCalls), calls)
	}
}

const call = `{"id":"call_1","type":"function","function":{"name":"get_weather","arguments":"{\"city\":\"Oslo\"}"}}`

func BenchmarkText(b *testing.B) { benchmark(b, "Let me look. "+call+" One moment.", 1) }

func BenchmarkDocument(b *testing.B) {
	benchmark(b, `{"id":"c","object":"chat.completion","choices":[{"message":{"role":"assistant","content":"Hm.","tool_calls":[`+call+`]}}]}`, 1)
}

// BenchmarkLongDocument holds a mebibyte of content back until the document closes.
func BenchmarkLongDocument(b *testing.B) {
	benchmark(b, `{"role":"assistant","content":"`+strings.Repeat(`It is \"so\".\n`, 1<<20/14)+`","tool_calls":[`+call+`]}`, 1)
}

// BenchmarkBrokenDocument reads the same again, as running text.
func BenchmarkBrokenDocument(b *testing.B) {
	benchmark(b, `{"role":"assistant","content":"`+strings.Repeat(`It is \"so\".\n`, 1<<20/14)+`",,}`, 0)
}
