package sarashina_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/parsertest"
	"github.com/toolparser/toolparser/parsers/sarashina"
)

// pythonDicts are written as Python's dicts, and no repair is reported for that.
var pythonDicts = parsertest.NonJSONFormats("sarashina/tool_calls")

func TestFamily(t *testing.T) { parsertest.Run(t, sarashina.Family(), "testdata", pythonDicts) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, sarashina.Family(), "testdata", pythonDicts) }

// benchFamily is one for all, as in a server: what parsers keep is used again.
var benchFamily = sarashina.Family()

func benchmark(b *testing.B, output string, calls int) {
	parsertest.Benchmark(b, benchFamily, parsers.Config{}, output, calls)
}

const call = `<|tool_calls|>[{'name': 'get_weather', 'arguments': {'city': 'Oslo', 'days': 3}}]`

func BenchmarkShort(b *testing.B) { benchmark(b, call, 1) }

func BenchmarkParallel(b *testing.B) { benchmark(b, strings.Repeat(call+"\n", 8), 8) }

func BenchmarkProse(b *testing.B) {
	benchmark(b, strings.Repeat("The quick brown fox jumps over 13 dogs, and says: “well, well”.\n", 4<<10), 0)
}
