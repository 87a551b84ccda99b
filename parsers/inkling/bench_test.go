package inkling_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/inkling"
)

// benchFamily is one for all, as in a server: what parsers keep is used again.
var benchFamily = inkling.Family()

func BenchmarkShortCall(b *testing.B) {
	parsertest.Benchmark(b, benchFamily, parsers.Config{}, benchFamily.Formats[0].Example, 1)
}

func BenchmarkProse(b *testing.B) {
	prose := strings.Repeat("The quick brown fox jumps over the lazy dog, and all is well. ", 4096)
	parsertest.Benchmark(b, benchFamily, parsers.Config{}, "<|content_text|>"+prose+"<|end_message|>", 0)
}
