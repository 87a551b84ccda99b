package solar2_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/parsertest"
	"github.com/toolparser/toolparser/parsers/solar2"
)

func BenchmarkFamily(b *testing.B) {
	parsertest.Benchmarks(b, solar2.Family(),
		"<|tool_call:start|>write_file\n<|tool_arg:start|>content<|tool_arg:value|>", "<|tool_arg:end|>\n<|tool_call:end|>")
}
