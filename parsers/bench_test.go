package parsers

import (
	"strings"
	"testing"
)

// A textParser reports all of its input as text: what remains of a stream's
// cost is the collector's.
type textParser struct {
	h  Handler
	at int
}

func (p *textParser) Reset(_ *Config, h Handler) { *p = textParser{h: h} }
func (p *textParser) Finish(FinishReason)        {}
func (p *textParser) Parse(piece []byte) {
	p.h.Text(p.at, piece)
	p.at += len(piece)
}

// An argumentsParser reports all of its input as the arguments of one call.
type argumentsParser struct {
	h   Handler
	raw []byte
}

func (p *argumentsParser) Finish(FinishReason) { p.h.EndCall(End{Raw: p.raw}) }
func (p *argumentsParser) Parse(piece []byte) {
	p.raw = append(p.raw, piece...)
	p.h.Arguments(piece)
}
func (p *argumentsParser) Reset(_ *Config, h Handler) {
	p.h, p.raw = h, p.raw[:0]
	h.BeginCall(Begin{Name: "f", ID: "id"})
}

func benchmarkPieces(b *testing.B, newParser func() Parser, text string, cfg Config) {
	const size, pieces = 4, 1 << 18
	long := strings.Repeat(text, size*pieces/len(text)+1)[:size*pieces]
	f := toyFamily()
	f.NewParser = newParser
	b.ReportAllocs()
	for b.Loop() {
		s := NewStream(f, cfg)
		for i := 0; i < len(long); i += size {
			s.Feed(long[i : i+size])
		}
		s.Finish(FinishStop)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/pieces, "ns/piece")
}

const prose = "The quick brown fox jumps over the lazy dog, and then it sleeps.\n"

func BenchmarkProseInPieces(b *testing.B) {
	benchmarkPieces(b, func() Parser { return new(textParser) }, prose, Config{})
}

func BenchmarkVerbatimProseInPieces(b *testing.B) {
	cfg := Config{Options: Options{ContentPolicy: ContentVerbatim}}
	benchmarkPieces(b, func() Parser { return new(textParser) }, prose, cfg)
}

func BenchmarkArgumentsInPieces(b *testing.B) {
	benchmarkPieces(b, func() Parser { return new(argumentsParser) }, `{"key": "value", "n": [1, 2, 3]}`, Config{})
}

func BenchmarkShortUnaryCall(b *testing.B) {
	f := toyFamily()
	f.NewID = func(string, int, func(string) bool) string { return "id" }
	output := `Here is the result: {getWeather|{"city": "Paris"}} Anything else?`
	b.ReportAllocs()
	for b.Loop() {
		Parse(f, output, Config{}, FinishStop)
	}
}
