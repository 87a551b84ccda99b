package mistral_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/mistral"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

func TestFamily(t *testing.T) { parsertest.Run(t, mistral.Family(), "testdata") }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, mistral.Family(), "testdata") }

// benchFamily is one for all, as in a server: what parsers keep is used again.
var benchFamily = mistral.Family()

func benchmark(b *testing.B, output string, calls int) {
	parsertest.Benchmark(b, benchFamily, parsers.Config{}, output, calls)
}

const call = `[TOOL_CALLS]get_weather[ARGS]{"city": "Oslo", "days": 3}`

func BenchmarkShort(b *testing.B) { benchmark(b, call, 1) }

func BenchmarkParallel(b *testing.B) { benchmark(b, strings.Repeat(call, 8), 8) }

func BenchmarkProse(b *testing.B) {
	benchmark(b, strings.Repeat("The quick brown fox jumps over 13 dogs [or 14], and says: “well, well”.\n", 4<<10), 0)
}
