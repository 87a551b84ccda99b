package gemini_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/gemini"
)

// benchFamily is one for all, as in a server: what parsers keep is used again.
var benchFamily = gemini.Family()

func benchmark(b *testing.B, output string, calls int) {
	parsertest.Benchmark(b, benchFamily, parsers.Config{}, output, calls)
}

const call = `{"functionCall":{"name":"get_weather","args":{"city":"Oslo"}}}`

func BenchmarkText(b *testing.B) { benchmark(b, "Let me look. "+call+" One moment.", 1) }

func BenchmarkDocument(b *testing.B) {
	benchmark(b, `{"candidates":[{"content":{"parts":[{"text":"Hm."},`+call+`],"role":"model"}}]}`, 1)
}

func BenchmarkPython(b *testing.B) {
	benchmark(b, `print(default_api.get_weather(city="Oslo", days=3))`, 1)
}

// BenchmarkProse is full of the letter that begins print.
func BenchmarkProse(b *testing.B) {
	benchmark(b, strings.Repeat("Peter Piper picked a peck of pickled peppers, {so}; printed [1].\n", 5000), 0)
}
