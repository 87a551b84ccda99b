package deepseek_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/deepseek"
)

// benchFamily is one for all, as in a server: what parsers keep is used again.
var benchFamily = deepseek.Family()

func benchmark(b *testing.B, output string, calls int) {
	parsertest.Benchmark(b, benchFamily, parsers.Config{}, output, calls)
}

func section(calls string) string {
	return "<｜tool▁calls▁begin｜>" + calls + "<｜tool▁calls▁end｜>"
}

// BenchmarkTokens is a short call as V3.1 writes it.
func BenchmarkTokens(b *testing.B) {
	benchmark(b, section(`<｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Oslo"}<｜tool▁call▁end｜>`), 1)
}

// BenchmarkTyped is the same call as V3 writes it.
func BenchmarkTyped(b *testing.B) {
	benchmark(b, section("<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{\"city\": \"Oslo\"}\n```<｜tool▁call▁end｜>"), 1)
}

// BenchmarkProse is prose without calls.
func BenchmarkProse(b *testing.B) {
	benchmark(b, strings.Repeat("All work and no play makes Jack a dull boy.\n", 2000), 0)
}

// BenchmarkTwenty are twenty calls in one section.
func BenchmarkTwenty(b *testing.B) {
	benchmark(b, section(strings.Repeat(`<｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Oslo", "days": 3}<｜tool▁call▁end｜>`, 20)), 20)
}
