package glm_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/glm"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

func BenchmarkFamily(b *testing.B) {
	parsertest.Benchmarks(b, glm.Family(),
		"<tool_call>write_file\n<arg_key>content</arg_key>\n<arg_value>", "</arg_value>\n</tool_call>")
}
