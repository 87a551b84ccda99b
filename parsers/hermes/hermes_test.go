package hermes_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/hermes"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

// codeFormats don't carry arguments as JSON text.
var codeFormats = parsertest.NonJSONFormats("hermes/text")

func TestFamily(t *testing.T) { parsertest.Run(t, hermes.Family(), "testdata", codeFormats) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, hermes.Family(), "testdata", codeFormats) }

// benchFamily is one for all, as in a server: what parsers keep is used again.
var benchFamily = hermes.Family()

func benchmark(b *testing.B, output string, calls int) {
	parsertest.Benchmark(b, benchFamily, parsers.Config{}, output, calls)
}

const call = "<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\", \"days\": 3}}\n</tool_call>"

func BenchmarkShort(b *testing.B) { benchmark(b, call, 1) }

func BenchmarkParallel(b *testing.B) { benchmark(b, strings.Repeat(call+"\n", 8), 8) }

func BenchmarkProse(b *testing.B) {
	benchmark(b, strings.Repeat("The quick brown fox jumps over 13 dogs, and says: “well, well”.\n", 4<<10), 0)
}

// BenchmarkArgument is a call with a hundred kibibytes of source code.
func BenchmarkArgument(b *testing.B) {
	benchmark(b, "<tool_call>\n{\"name\": \"write\", \"arguments\": {\"content\": \""+
		strings.Repeat(`if err != nil {\n\treturn err\n}\n`, 3000)+"\"}}\n</tool_call>", 1)
}
