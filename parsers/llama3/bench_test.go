package llama3

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
)

// benchFamily is one for all, as in a server: what parsers keep is used again.
var benchFamily = Family()

func benchmark(b *testing.B, output string, calls int) {
	parsertest.Benchmark(b, benchFamily, parsers.Config{}, output, calls)
}

const shortCall = `{"name": "get_weather", "parameters": {"city": "Oslo", "days": 3}}`

func BenchmarkShort(b *testing.B) { benchmark(b, shortCall, 1) }

// BenchmarkBySteps is the same call with a member that means nothing: what it takes more
// is what reading a plain one at one look saves.
func BenchmarkBySteps(b *testing.B) {
	benchmark(b, strings.Replace(shortCall, `{"name"`, `{"n": 1, "name"`, 1), 1)
}

func BenchmarkProseAround(b *testing.B) { benchmark(b, "Let me look. "+shortCall+" One moment.", 1) }

func BenchmarkRepaired(b *testing.B) { benchmark(b, strings.ReplaceAll(shortCall, `"`, `'`), 1) }

const prose = "The quick brown fox (who is not lazy; not at all) jumps over 13 dogs, and says: “well, well”.\n"

func BenchmarkProse(b *testing.B) {
	benchmark(b, strings.Repeat(prose, 300<<10/len(prose)), 0)
}

func BenchmarkMarkdown(b *testing.B) {
	benchmark(b, strings.Repeat(parsertest.Markdown, 128<<10/len(parsertest.Markdown)), 0)
}

// argument is a call with an argument of n bytes: source code, escaped.
func argument(n int) string {
	const code = `if err != nil {\n\treturn fmt.Errorf(\"reading %s: %w\", name, err)\n}\n`
	return `{"name": "write_file", "parameters": {"path": "a.go", "content": "` +
		strings.Repeat(code, n/len(code)) + `"}}`
}

func BenchmarkArgument(b *testing.B) {
	for _, n := range []int{100 << 10, 1 << 20} {
		b.Run(fmt.Sprintf("%dK", n>>10), func(b *testing.B) { benchmark(b, argument(n), 1) })
	}
}
