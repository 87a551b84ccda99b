package phi4_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/parsertest"
	"github.com/toolparser/toolparser/parsers/phi4"
)

// codeFormats don't carry arguments as JSON text.
var codeFormats = parsertest.NonJSONFormats("phi4/text")

func TestFamily(t *testing.T) { parsertest.Run(t, phi4.Family(), "testdata", codeFormats) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, phi4.Family(), "testdata", codeFormats) }

// benchFamily is one for all, as in a server: what parsers keep is used again.
var benchFamily = phi4.Family()

func benchmark(b *testing.B, output string, calls int) {
	parsertest.Benchmark(b, benchFamily, parsers.Config{}, output, calls)
}

const call = `functools[{"name": "get_weather", "arguments": {"city": "Oslo", "days": 3}}]`

func BenchmarkShort(b *testing.B) { benchmark(b, call, 1) }

func BenchmarkParallel(b *testing.B) { benchmark(b, strings.Repeat(call+"\n", 8), 8) }

func BenchmarkProse(b *testing.B) {
	benchmark(b, strings.Repeat("The quick brown fox jumps over 13 dogs, and says: “well, well”.\n", 4<<10), 0)
}
