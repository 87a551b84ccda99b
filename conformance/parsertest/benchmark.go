package parsertest

import (
	"testing"

	"github.com/toolparser/toolparser/parsers"
)

// benchmarkChunk is about what a token is, in bytes.
const benchmarkChunk = 4

// Benchmark measures what an output costs: whole, in the sub-benchmark
// "unary", and in chunks of four bytes, in "stream", which reports the time of
// a chunk too (ns/chunk). It fails if the output doesn't hold that number of calls.
//
// Give every benchmark of a package the same family, as a server does: it keeps
// memory for the next output.
func Benchmark(b *testing.B, family *parsers.Family, cfg parsers.Config, output string, calls int) {
	b.Helper()
	b.Run("unary", func(b *testing.B) {
		benchmark(b, len(output), calls, func() *parsers.Result {
			return parsers.Parse(family, output, cfg, parsers.FinishStop)
		})
	})
	b.Run("stream", func(b *testing.B) {
		benchmark(b, len(output), calls, func() *parsers.Result { return streamed(family, cfg, output) })
		chunks := b.N * ((len(output) + benchmarkChunk - 1) / benchmarkChunk)
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(chunks), "ns/chunk")
	})
}

func benchmark(b *testing.B, size, calls int, parse func() *parsers.Result) {
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		if r := parse(); len(r.ToolCalls) != calls {
			b.Fatalf("%d calls, want %d", len(r.ToolCalls), calls)
		}
	}
}

// streamed is the result of an output that came in chunks.
func streamed(family *parsers.Family, cfg parsers.Config, output string) *parsers.Result {
	s := parsers.NewStream(family, cfg)
	for i := 0; i < len(output); i += benchmarkChunk {
		s.Feed(output[i:min(i+benchmarkChunk, len(output))])
	}
	_, r := s.Finish(parsers.FinishStop)
	return r
}
