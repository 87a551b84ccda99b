package qwen3_coder_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/parsertest"
	"github.com/toolparser/toolparser/parsers/qwen3_coder"
)

func BenchmarkFamily(b *testing.B) {
	parsertest.Benchmarks(b, qwen3_coder.Family(),
		"<tool_call>\n<function=write_file>\n<parameter=content>\n", "\n</parameter>\n</function>\n</tool_call>")
}
