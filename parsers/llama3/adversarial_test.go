package llama3

import (
	"strings"
	"testing"
	"time"

	"github.com/toolparser/toolparser/parsers"
)

// adversarial are texts of which each byte might begin or end something.
var adversarial = []struct{ name, text string }{
	{"braces", `{`},
	{"brackets", `[`},
	{"quotes", `"`},
	{"backticks", "`"},
	{"angles", `<`},
	{"calls_cut_off", `{"name": "a" `},
	{"semicolons", `;{`},
	{"backslashes", `\`},
	{"strings", `"x", `},
	{"spaces", " "},
	{"calls", "{\"name\": \"a\", \"parameters\": {}}\n\n"},
	{"tags", pythonTag},
	{"function_tags", `<function=f>`},
	{"fences", "```json\n{\n"},
}

// places are where a text does harm: alone, in a string of a call, behind a
// quote in doubt, beside a fence and behind a function tag.
var places = []struct {
	name string
	put  func(text string) string
}{
	{"alone", func(text string) string { return text }},
	{"in_call", func(text string) string { return `{"name": "f", "parameters": {"a": "` + text }},
	{"in_doubt", func(text string) string { return `{"name": "f", "parameters": {"a": "x" y" ` + text }},
	{"after_tag", func(text string) string { return "```" + text + "\n<function=f>{}" + text }},
	{"in_list", func(text string) string { return `[{"name": "f", "parameters": {}}, ` + text }},
}

// What is quadratic takes a hundred times as long as this allows, on any machine.
func TestAdversarial(t *testing.T) {
	const size, limit = 128 << 10, 4 * time.Second
	for _, a := range adversarial {
		text := strings.Repeat(a.text, size/len(a.text))
		for _, place := range places {
			output := place.put(text)
			start := time.Now()
			streamed := stream(output)
			if took := time.Since(start); took > limit {
				t.Errorf("%s %s: %d bytes took %v", a.name, place.name, len(output), took)
			}
			whole := parsers.Parse(benchFamily, output, parsers.Config{}, parsers.FinishStop)
			if streamed.Content != whole.Content || len(streamed.ToolCalls) != len(whole.ToolCalls) {
				t.Errorf("%s %s: streamed, the result is another one", a.name, place.name)
			}
		}
	}
}

// Twice the text must take about twice the time.
func BenchmarkAdversarial(b *testing.B) {
	const size = 1 << 20
	for _, a := range adversarial {
		text := strings.Repeat(a.text, size/len(a.text))
		for _, place := range places {
			for _, part := range []struct {
				name string
				n    int
			}{{"half", len(text) / 2}, {"whole", len(text)}} {
				output := place.put(text[:part.n])
				b.Run(a.name+"/"+place.name+"/"+part.name, func(b *testing.B) {
					b.SetBytes(int64(len(output)))
					b.ReportAllocs()
					for b.Loop() {
						stream(output)
					}
				})
			}
		}
	}
}
