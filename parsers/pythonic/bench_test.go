package pythonic_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/pythonic"
)

// benchFamily is one for all, as in a server: what parsers keep is used again.
var benchFamily = pythonic.Family()

func benchmark(b *testing.B, output string, calls int) {
	parsertest.Benchmark(b, benchFamily, parsers.Config{}, output, calls)
}

const block = `<|tool_call_start|>[get_weather(city="Oslo", days=3)]<|tool_call_end|>`

func BenchmarkShort(b *testing.B) { benchmark(b, block, 1) }

func BenchmarkList(b *testing.B) {
	benchmark(b, "["+strings.Repeat(`get_weather(city="Oslo", days=3), `, 31)+"get_time()]", 32)
}

func BenchmarkProse(b *testing.B) {
	benchmark(b, strings.Repeat("The quick brown fox jumps over 13 dogs (and cats) [1], and says: “well, well”.\n", 4<<10), 0)
}

func BenchmarkArgument(b *testing.B) {
	benchmark(b, `[write(content="`+strings.Repeat(`if err != nil {\n\treturn err\n}\n`, 3000)+`")]`, 1)
}
