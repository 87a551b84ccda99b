package parsertest

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	familytable "github.com/toolparser/toolparser/parsers/family"
)

// Markdown has what Markdown has that stops a parser of text, and is none of a call.
const Markdown = "## What to do\n\nLook at `config.yaml`; its `timeout` is **too short**, see [the manual](https://example.com).\n\n" +
	"| key | default |\n|---|---|\n| `timeout` | 5s |\n\n- [x] Set it to `30s`.\n\n" +
	"```go\nfunc load(path string) (*Config, error) {\n\treturn &Config{Retries: 3}, nil\n}\n```\n\n"

// Benchmarks measures four outputs of a family, each as [Benchmark] does, whole and streamed:
//
//   - ShortCall: the example of the family's first format, which is what a call costs. Its tool is declared only if the format needs that.
//   - Prose: 250 kB of English without a call, as most outputs are.
//   - Markdown: [Markdown] many times over, which has much that could begin a call and doesn't.
//   - LongValue: a call with one argument, a megabyte of source code.
//
// before and behind are what the model writes around that argument's value: a call up to the
// value, and the rest of the call. If both are empty, LongValue is left out. For calls in JSON these are, in the file bench_test.go,
//
//	func BenchmarkFamily(b *testing.B) {
//		parsertest.Benchmarks(b, acme.Family(), `<call>{"name": "f", "arguments": {"code": "`, `"}}</call>`)
//	}
//
// The code has no quotation marks and no backslashes. Its newlines are written as they are, so in
// JSON they are repaired.
//
// A plain go test runs no benchmark. To run them, and to compare with another family on the
// same machine or with the figures before a change:
//
//	go test -run '^$' -bench Family .
//
// Nothing fails because it is slow: read ns/op of ShortCall, MB/s of the rest, and
// ns/chunk, which is what a token of a stream costs. Prose much slower than that of the
// built-in families means that the table makes the parser look at common text.
func Benchmarks(b *testing.B, family *parsers.Family, before, behind string) {
	b.Helper()
	registrable(b, family)
	prose := strings.Repeat("The quick brown fox jumps over the lazy dog, and all is well. ", 4096)
	code := strings.Repeat("if a < b { return 'a line of code' }\n", 1<<20/37)
	example, declares := family.Formats[0].Example, parsers.Config{}
	if r := parsers.Parse(family, example, declares, parsers.FinishStop); len(r.ToolCalls) == 0 {
		declares.Tools = familytable.ExampleTools(example)
	}
	for _, c := range []struct {
		name, output string
		config       parsers.Config
		calls        int
	}{
		{"ShortCall", example, declares, 1},
		{"Prose", prose, parsers.Config{}, 0},
		{"Markdown", strings.Repeat(Markdown, 1024), parsers.Config{}, 0},
		{"LongValue", before + code + behind, parsers.Config{}, 1},
	} {
		if c.name == "LongValue" && before+behind == "" {
			continue
		}
		b.Run(c.name, func(b *testing.B) { Benchmark(b, family, c.config, c.output, c.calls) })
	}
}
