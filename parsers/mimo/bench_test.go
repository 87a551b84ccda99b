package mimo_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/mimo"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

func BenchmarkFamily(b *testing.B) {
	parsertest.Benchmarks(b, mimo.Family(),
		"<tool_call>\n<function=write_file>\n<parameter=content>", "</parameter>\n</function>\n</tool_call>")
}
