package openai_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/openai"
)

// benchFamily is one for all, as in a server: what parsers keep is used again.
var benchFamily = openai.Family()

func benchmark(b *testing.B, output string, calls int) {
	parsertest.Benchmark(b, benchFamily, parsers.Config{}, output, calls)
}

const call = `{"id":"call_1","type":"function","function":{"name":"get_weather","arguments":"{\"city\":\"Oslo\"}"}}`

func BenchmarkText(b *testing.B) { benchmark(b, "Let me look. "+call+" One moment.", 1) }

func BenchmarkDocument(b *testing.B) {
	benchmark(b, `{"id":"c","object":"chat.completion","choices":[{"message":{"role":"assistant","content":"Hm.","tool_calls":[`+call+`]}}]}`, 1)
}

// BenchmarkLongDocument holds a mebibyte of content back until the document closes.
func BenchmarkLongDocument(b *testing.B) {
	benchmark(b, `{"role":"assistant","content":"`+strings.Repeat(`It is \"so\".\n`, 1<<20/14)+`","tool_calls":[`+call+`]}`, 1)
}

// BenchmarkBrokenDocument reads the same again, as running text.
func BenchmarkBrokenDocument(b *testing.B) {
	benchmark(b, `{"role":"assistant","content":"`+strings.Repeat(`It is \"so\".\n`, 1<<20/14)+`",,}`, 0)
}
