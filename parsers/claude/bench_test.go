package claude_test

import (
	"strings"
	"testing"

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

func benchmarkUnary(b *testing.B, output string) {
	family := claude.Family()
	b.ReportAllocs()
	b.SetBytes(int64(len(output)))
	for b.Loop() {
		parsers.Parse(family, output, parsers.Config{Tools: tools}, parsers.FinishStop)
	}
}

func benchmarkStream(b *testing.B, output string) {
	family := claude.Family()
	b.ReportAllocs()
	b.SetBytes(int64(len(output)))
	for b.Loop() {
		s := parsers.NewStream(family, parsers.Config{Tools: tools})
		for i := 0; i < len(output); i += 4 {
			s.Feed(output[i:min(i+4, len(output))])
		}
		s.Finish(parsers.FinishStop)
	}
}

func BenchmarkShortCall(b *testing.B) {
	for _, f := range claude.Family().Formats {
		b.Run(strings.TrimPrefix(f.Name, "claude/"), func(b *testing.B) { benchmarkUnary(b, f.Example) })
	}
}

func BenchmarkProse(b *testing.B) {
	benchmarkStream(b, strings.Repeat("The quick brown fox jumps over the lazy dog, and all is well. ", 4096))
}

func BenchmarkLongValue(b *testing.B) {
	benchmarkStream(b, begin+strings.Repeat("if a < b { return \"a line of code\" }\n", 1<<20/37)+end)
}

func BenchmarkLongJSONValue(b *testing.B) {
	value := `[` + strings.Repeat(`{"a": "some text", "b": 1},`, 1<<20/27) + `{}]`
	benchmarkStream(b, strings.Replace(begin, "content", "options", 1)+value+end)
}

func BenchmarkEvents(b *testing.B) {
	delta := `data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"some text "}}` + "\n\n"
	example := claude.Family().Formats[5].Example
	head, tail, _ := strings.Cut(example, `lo\"}"}}`)
	benchmarkStream(b, head+`lo"}}`+"\n\n"+strings.Repeat(delta, 4096)+
		strings.Replace(delta, "some text ", `\"}`, 1)+tail)
}

// Hostile outputs take time in proportion to their length, too.
func BenchmarkHostile(b *testing.B) {
	for _, c := range []struct{ name, head, unit string }{
		{"brackets", "", "<"},
		{"prefixes", "", "<aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:"},
		{"invokes", "", `<invoke name="write_file">`},
		{"invokes_in_block", "<function_calls>", `<invoke name="write_file">`},
		{"unclosed_tags", "", `<invoke name="` + strings.Repeat("a", 500)},
		{"closers_in_value", begin, "</parameter> "},
		{"openers_in_value", begin, `<parameter name="x">`},
		{"malformed", "", "<function_calls><invoke name=\"f\">oops\n"},
		{"legacy", "<function_calls><invoke><tool_name>f</tool_name><parameters>", "<a>1</a>"},
		{"legacy_malformed", "", "<function_calls><invoke><tool_name>f</tool_name>oops\n"},
	} {
		b.Run(c.name, func(b *testing.B) {
			benchmarkUnary(b, c.head+strings.Repeat(c.unit, 1<<20/len(c.unit)))
		})
	}
}
