package solar_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/parsertest"
	"github.com/toolparser/toolparser/parsers/solar"
)

func TestFamily(t *testing.T) { parsertest.Run(t, solar.Family(), "testdata") }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, solar.Family(), "testdata") }

// benchFamily is one for all, as in a server: what parsers keep is used again.
var benchFamily = solar.Family()

func benchmark(b *testing.B, output string, calls int) {
	parsertest.Benchmark(b, benchFamily, parsers.Config{}, output, calls)
}

const call = "<|tool_calls|><|tool_call:begin|>abc<|tool_call:name|>get_weather<|tool_call:args|>{\"city\": \"Oslo\", \"days\": 3}<|tool_call:end|><|calls|>"

func BenchmarkShort(b *testing.B) { benchmark(b, call, 1) }

func BenchmarkParallel(b *testing.B) { benchmark(b, strings.Repeat(call+"\n", 8), 8) }

func BenchmarkProse(b *testing.B) {
	benchmark(b, strings.Repeat("The quick brown fox jumps over 13 dogs, and says: “well, well”.\n", 4<<10), 0)
}
