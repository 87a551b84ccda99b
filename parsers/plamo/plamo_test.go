package plamo_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/parsertest"
	"github.com/toolparser/toolparser/parsers/plamo"
)

func TestFamily(t *testing.T) { parsertest.Run(t, plamo.Family(), "testdata") }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, plamo.Family(), "testdata") }

// benchFamily is one for all, as in a server: what parsers keep is used again.
var benchFamily = plamo.Family()

func benchmark(b *testing.B, output string, calls int) {
	parsertest.Benchmark(b, benchFamily, parsers.Config{}, output, calls)
}

const call = "<|plamo:begin_tool_requests:plamo|><|plamo:begin_tool_request:plamo|><|plamo:begin_tool_name:plamo|>get_weather<|plamo:end_tool_name:plamo|>" +
	"<|plamo:begin_tool_arguments:plamo|><|plamo:constrain|>json<|plamo:msg|>{\"city\": \"Oslo\", \"days\": 3}" +
	"<|plamo:end_tool_arguments:plamo|><|plamo:end_tool_request:plamo|><|plamo:end_tool_requests:plamo|>"

func BenchmarkShort(b *testing.B) { benchmark(b, call, 1) }

func BenchmarkParallel(b *testing.B) { benchmark(b, strings.Repeat(call+"\n", 8), 8) }

func BenchmarkProse(b *testing.B) {
	benchmark(b, strings.Repeat("The quick brown fox jumps over 13 dogs, and says: “well, well”.\n", 4<<10), 0)
}
