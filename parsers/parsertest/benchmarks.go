package parsertest

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
)

// Markdown has what Markdown has that stops a parser of text, and is none of a call.
const Markdown = "## What to do\n\nLook at `config.yaml`; its `timeout` is **too short**, see [the manual](https://example.com).\n\n" +
	"| key | default |\n|---|---|\n| `timeout` | 5s |\n\n- [x] Set it to `30s`.\n\n" +
	"```go\nfunc load(path string) (*Config, error) {\n\treturn &Config{Retries: 3}, nil\n}\n```\n\n"

// Benchmarks measures what every family has, as [Benchmark] does: the example of
// its first format; prose; Markdown; and a call with a megabyte of code in an argument,
// before and behind which the rest of the output stands.
func Benchmarks(b *testing.B, family *parsers.Family, before, behind string) {
	b.Helper()
	prose := strings.Repeat("The quick brown fox jumps over the lazy dog, and all is well. ", 4096)
	code := strings.Repeat("if a < b { return 'a line of code' }\n", 1<<20/37)
	for _, c := range []struct {
		name, output string
		calls        int
	}{
		{"ShortCall", family.Formats[0].Example, 1},
		{"Prose", prose, 0},
		{"Markdown", strings.Repeat(Markdown, 1024), 0},
		{"LongValue", before + code + behind, 1},
	} {
		b.Run(c.name, func(b *testing.B) { Benchmark(b, family, parsers.Config{}, c.output, c.calls) })
	}
}
