package pangu_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/pangu"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

func TestFamily(t *testing.T) { parsertest.Run(t, pangu.Family(), "testdata") }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, pangu.Family(), "testdata") }

// benchFamily is one for all, as in a server: what parsers keep is used again.
var benchFamily = pangu.Family()

func benchmark(b *testing.B, output string, calls int) {
	parsertest.Benchmark(b, benchFamily, parsers.Config{}, output, calls)
}

const call = `[unused11][{"name": "get_weather", "arguments": {"city": "Oslo", "days": 3}}][unused12]`

func BenchmarkShort(b *testing.B) { benchmark(b, call, 1) }

func BenchmarkParallel(b *testing.B) { benchmark(b, strings.Repeat(call+"\n", 8), 8) }

func BenchmarkProse(b *testing.B) {
	benchmark(b, strings.Repeat("The quick brown fox jumps over 13 dogs, and says: “well, well”.\n", 4<<10), 0)
}
