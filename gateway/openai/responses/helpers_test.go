package responses_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/openai/responses"
)

// defaultRequest is the request of a case that has none.
const defaultRequest = `{"model": "qwen3-32b", "input": "Hi", "tools": [
	{"type": "function", "name": "get_weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}}},
	{"type": "function", "name": "run_shell", "parameters": {"type": "object", "properties": {"command": {"type": "string"}}}},
	{"type": "web_search"}
]}`

var suite = apitest.Suite{
	API:     responses.API{},
	Request: defaultRequest,
	Frames:  frames,
	Ends:    []string{"[DONE]", `"response.completed"`, `"response.incomplete"`},
	Check: func(t *testing.T, upstream, stream string) {
		if !slices.ContainsFunc(sloppy, func(name string) bool { return strings.HasSuffix(t.Name(), "/"+name) }) {
			check(t, upstream, stream)
		}
	},
}

// sloppy are cases whose upstream doesn't keep the rules, and whose client gets that, too.
var sloppy = []string{
	"only_the_end", "text_at_the_end_of_the_part", "no_output_at_the_end", "other_text_at_the_end",
	"surrogates", "interleaved", "arguments_at_the_end_only",
}

// frames makes a stream of lines that are the data of an event each.
func frames(lines string) string {
	var b strings.Builder
	for line := range strings.Lines(lines) {
		b.WriteString("data: " + strings.TrimSuffix(line, "\n") + "\n\n")
	}
	return b.String()
}
