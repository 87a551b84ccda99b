package gemini_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/gemini"
)

// benchFamily is one for all, as in a server: what parsers keep is used again.
var benchFamily = gemini.Family()

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

const call = `{"functionCall":{"name":"get_weather","args":{"city":"Oslo"}}}`

func BenchmarkText(b *testing.B) { benchmark(b, "Let me look. "+call+" One moment.", 1) }

func BenchmarkDocument(b *testing.B) {
	benchmark(b, `{"candidates":[{"content":{"parts":[{"text":"Hm."},`+call+`],"role":"model"}}]}`, 1)
}

func BenchmarkPython(b *testing.B) {
	benchmark(b, `print(default_api.get_weather(city="Oslo", days=3))`, 1)
}

// BenchmarkProse is full of the letter that begins print.
func BenchmarkProse(b *testing.B) {
	benchmark(b, strings.Repeat("Peter Piper picked a peck of pickled peppers, {so}; printed [1].\n", 5000), 0)
}
