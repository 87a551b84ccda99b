package llama3

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
)

const chunk = 4 // bytes: about what a token is

// benchFamily is one for all, as in a server: what parsers keep is used again.
var benchFamily = Family()

func benchmarkUnary(b *testing.B, output string, calls int) {
	b.SetBytes(int64(len(output)))
	b.ReportAllocs()
	for b.Loop() {
		r := parsers.Parse(benchFamily, output, parsers.Config{}, parsers.FinishStop)
		if len(r.ToolCalls) != calls {
			b.Fatalf("%d calls, want %d", len(r.ToolCalls), calls)
		}
	}
}

func benchmarkStream(b *testing.B, output string, calls int) {
	b.SetBytes(int64(len(output)))
	b.ReportAllocs()
	for b.Loop() {
		if r := stream(output); len(r.ToolCalls) != calls {
			b.Fatalf("%d calls, want %d", len(r.ToolCalls), calls)
		}
	}
}

// stream parses an output that comes in small pieces.
func stream(output string) *parsers.Result {
	s := parsers.NewStream(benchFamily, parsers.Config{})
	for i := 0; i < len(output); i += chunk {
		s.Feed(output[i:min(i+chunk, len(output))])
	}
	_, r := s.Finish(parsers.FinishStop)
	return r
}

const shortCall = `{"name": "get_weather", "parameters": {"city": "Oslo", "days": 3}}`

func BenchmarkShort(b *testing.B) {
	b.Run("unary", func(b *testing.B) { benchmarkUnary(b, shortCall, 1) })
	b.Run("stream", func(b *testing.B) { benchmarkStream(b, shortCall, 1) })
	b.Run("prose_around", func(b *testing.B) { benchmarkUnary(b, "Let me look. "+shortCall+" One moment.", 1) })
	b.Run("repaired", func(b *testing.B) { benchmarkUnary(b, strings.ReplaceAll(shortCall, `"`, `'`), 1) })
}

const prose = "The quick brown fox (who is not lazy; not at all) jumps over 13 dogs, and says: “well, well”.\n"

func BenchmarkProse(b *testing.B) {
	text := strings.Repeat(prose, 300<<10/len(prose))
	b.Run("unary", func(b *testing.B) { benchmarkUnary(b, text, 0) })
	b.Run("stream", func(b *testing.B) { benchmarkStream(b, text, 0) })
}

// argument is a call with an argument of n bytes: source code, escaped.
func argument(n int) string {
	const code = `if err != nil {\n\treturn fmt.Errorf(\"reading %s: %w\", name, err)\n}\n`
	return `{"name": "write_file", "parameters": {"path": "a.go", "content": "` +
		strings.Repeat(code, n/len(code)) + `"}}`
}

func BenchmarkArgument(b *testing.B) {
	for _, n := range []int{100 << 10, 1 << 20} {
		text := argument(n)
		b.Run(fmt.Sprintf("unary/%dK", n>>10), func(b *testing.B) { benchmarkUnary(b, text, 1) })
		b.Run(fmt.Sprintf("stream/%dK", n>>10), func(b *testing.B) { benchmarkStream(b, text, 1) })
	}
}
