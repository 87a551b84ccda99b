package gateway_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
)

const tag = `<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</tool_call>`

// Where a thought begins and ends, the parser of the model's family says: with all of its markers, and also where a call is in it.
func TestAThoughtIsTakenFromTheStart(t *testing.T) {
	f := apitest.Fixer(t, gateway.Policy{SeparateReasoning: true})
	for _, test := range []struct {
		model, content, thought, rest string
		ok                            bool
	}{
		{"qwen3", "", "", "", false},
		{"qwen3", "Hello.", "", "Hello.", false},
		{"qwen3", " \n", "", " \n", false},
		{"qwen3", " <thin", "", " <thin", false},
		{"qwen3", "Hm. <think>No.</think>", "", "Hm. <think>No.</think>", false},
		{"qwen3", "No.</think>Yes.", "", "No.</think>Yes.", false},
		{"qwen3", "<think>\nHm.\n\n So. \n</think>\n\nHello. \n", "Hm.\n\n So.", "Hello. \n", true},
		{"qwen3", "\n<think></think>Hello.", "", "Hello.", true},
		{"qwen3", "<think> \n </think> ", "", "", true},
		{"qwen3", "<think>a < b </thin </think>c", "a < b </thin", "c", true},
		{"qwen3", "<think>a</think><think>b</think>c", "a", "<think>b</think>c", true},
		{"qwen3", "<think>Hm. </thin", "Hm. </thin", "", true},
		{"qwen3", "<think>Hm. \n", "Hm.", "", true},
		{"an unknown model", "<think>Hm.</think>Hello.", "Hm.", "Hello.", true},
		{"command-a-reasoning", "<|START_THINKING|>Hm.<|END_THINKING|>Hello.", "Hm.", "Hello.", true},
		{"gpt-oss-20b", "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Hello.", "Hm.", "<|start|>assistant<|channel|>final<|message|>Hello.", true},
		{"hunyuan-a13b", "<think:opensource>Hm.</think:opensource>Hello.", "Hm.", "Hello.", true},
		{"k2-horizon", "<ifm|think>Hm.</ifm|think_fast>Hello.", "Hm.", "Hello.", true},
		{"mistral-small", "[THINK]Hm.[/THINK]Hello.", "Hm.", "Hello.", true},
		{"granite-3.2", "Here is my thought process: Hm. Here is my response: Hello.", "Hm.", "Hello.", true},
		{"qwen3", "<think>I write `</tool_call>` in {x: 1} <b></think>Hello.", "I write `</tool_call>` in {x: 1} <b>", "Hello.", true},
		{"qwen3", "<think>Hm. " + tag + "</think>Hello.", "Hm. " + tag, "Hello.", true},
		{"qwen3", "<think>Hm. " + tag, "Hm. " + tag, "", true},
		{"qwen3", "<think>Hm. " + tag + " No.</think>Hello.", "Hm. " + tag + " No.", "Hello.", true},
		{"qwen3", "<think>Hm. <tool_call>{\"name\": \"f\", \"arguments\": {\"a\": \"b</think>Hello.", "Hm. <tool_call>{\"name\": \"f\", \"arguments\": {\"a\": \"b", "Hello.", true},
		{"qwen3", "<think>Hm.</think>\n" + tag, "Hm.", tag, true},
		{"mistral-small", "[THINK]Hm. [TOOL_CALLS]f[ARGS]{\"a\": \"[/THINK]\"}[/THINK]Hello.", "Hm. [TOOL_CALLS]f[ARGS]{\"a\": \"[/THINK]\"}", "Hello.", true},
	} {
		thought, rest, ok := f.SplitThought(&gateway.Offer{}, test.model, test.content)
		if thought != test.thought || rest != test.rest || ok != test.ok {
			t.Errorf("%s: %q: got %q and %q, %v", test.model, test.content, thought, rest, ok)
		}
		for n := 1; n < len(test.content); n++ {
			choice := f.NewChoice(&gateway.Offer{}, test.model)
			choice.SeparateThought()
			var thoughts strings.Builder
			for _, piece := range apitest.Pieces(test.content, n) {
				thought, _ := choice.Content.Separate(piece)
				thoughts.WriteString(thought)
			}
			thought, _ := choice.Content.EndThought()
			if got, want := fmt.Sprintf("%q %q", thoughts.String()+thought, choice.Content.String()), fmt.Sprintf("%q %q", test.thought, test.rest); got != want {
				t.Errorf("%q in pieces of %d: got %s, want %s", test.content, n, got, want)
			}
		}
	}
}
