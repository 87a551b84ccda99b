package gemma_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/gemma"
)

// benchFamily is one for all, as in a server: what parsers keep is used again.
var benchFamily = gemma.Family()

func BenchmarkShortCall(b *testing.B) {
	parsertest.Benchmark(b, benchFamily, parsers.Config{}, benchFamily.Formats[0].Example, 1)
}

func BenchmarkProse(b *testing.B) {
	prose := strings.Repeat("The quick brown fox jumps over the lazy dog, and all is well. ", 4096)
	parsertest.Benchmark(b, benchFamily, parsers.Config{}, prose, 0)
}

func BenchmarkLongString(b *testing.B) {
	value := strings.Repeat("if a < b { return \"a line of code\" }\n", 1<<20/37)
	parsertest.Benchmark(b, benchFamily, parsers.Config{}, `<|tool_call>call:write_file{content:<|"|>`+value+`<|"|>}<tool_call|>`, 1)
}
