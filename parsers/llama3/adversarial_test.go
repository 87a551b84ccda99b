package llama3

import (
	"strings"
	"testing"

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

// places are where a text does harm: alone, in a string of a call, after a
// quote in doubt, next to a fence and after a function tag.
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

// However hostile the text, a stream gives what the whole gives. What it costs
// is measured in bench/adversarial.
func TestAdversarial(t *testing.T) {
	const size, piece = 64 << 10, 4
	f := Family()
	for _, a := range adversarial {
		text := strings.Repeat(a.text, size/len(a.text))
		for _, place := range places {
			output := place.put(text)
			s := parsers.NewStream(f, parsers.Config{})
			for i := 0; i < len(output); i += piece {
				s.Feed(output[i:min(i+piece, len(output))])
			}
			_, streamed := s.Finish(parsers.FinishStop)
			whole := parsers.Parse(f, output, parsers.Config{}, parsers.FinishStop)
			if streamed.Content != whole.Content || len(streamed.ToolCalls) != len(whole.ToolCalls) {
				t.Errorf("%s %s: streamed, the result is another one", a.name, place.name)
			}
		}
	}
}
