package gpt_oss_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/gpt_oss"
)

// benchFamily is one for all, as in a server: what parsers keep is used again.
var benchFamily = gpt_oss.Family()

func BenchmarkShortCall(b *testing.B) {
	parsertest.Benchmark(b, benchFamily, parsers.Config{}, benchFamily.Formats[0].Example, 1)
}

func BenchmarkProse(b *testing.B) {
	prose := strings.Repeat("The quick brown fox jumps over the lazy dog, and all is well. ", 4096)
	parsertest.Benchmark(b, benchFamily, parsers.Config{}, "<|channel|>final<|message|>"+prose+"<|return|>", 0)
}

func BenchmarkLongArgument(b *testing.B) {
	value := strings.Repeat(`if a < b { return \"a line of code\" }\n`, 1<<20/39)
	parsertest.Benchmark(b, benchFamily, parsers.Config{}, `<|channel|>commentary to=functions.write_file <|constrain|>json<|message|>{"content":"`+value+`"}<|call|>`, 1)
}
