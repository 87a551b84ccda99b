package claude_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/claude"
)

const (
	begin = `<function_calls><invoke name="write_file"><parameter name="path">main.go</parameter><parameter name="content">`
	end   = "</parameter></invoke></function_calls>"
)

var tools = parsers.NewTools([]parsers.Tool{{
	Name:       "write_file",
	Parameters: `{"properties": {"path": {"type": "string"}, "content": {"type": "string"}, "options": {"type": "object"}}}`,
}})

// benchFamily is one for all, as in a server: what parsers keep is used again.
var benchFamily = claude.Family()

func benchmark(b *testing.B, output string, calls int) {
	parsertest.Benchmark(b, benchFamily, parsers.Config{Tools: tools}, output, calls)
}

func BenchmarkShortCall(b *testing.B) {
	for _, f := range benchFamily.Formats {
		b.Run(strings.TrimPrefix(f.Name, "claude/"), func(b *testing.B) { benchmark(b, f.Example, 1) })
	}
}

func BenchmarkProse(b *testing.B) {
	benchmark(b, strings.Repeat("The quick brown fox jumps over the lazy dog, and all is well. ", 4096), 0)
}

func BenchmarkLongValue(b *testing.B) {
	benchmark(b, begin+strings.Repeat("if a < b { return \"a line of code\" }\n", 1<<20/37)+end, 1)
}

func BenchmarkLongJSONValue(b *testing.B) {
	value := `[` + strings.Repeat(`{"a": "some text", "b": 1},`, 1<<20/27) + `{}]`
	benchmark(b, strings.Replace(begin, "content", "options", 1)+value+end, 1)
}

func BenchmarkEvents(b *testing.B) {
	delta := `data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"some text "}}` + "\n\n"
	example := benchFamily.Formats[5].Example
	head, tail, _ := strings.Cut(example, `lo\"}"}}`)
	benchmark(b, head+`lo"}}`+"\n\n"+strings.Repeat(delta, 4096)+
		strings.Replace(delta, "some text ", `\"}`, 1)+tail, 1)
}
