package gateway_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
)

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
			thought := choice.Content.EndThought()
			if got, want := fmt.Sprintf("%q %q", thoughts.String()+thought, choice.Content.String()), fmt.Sprintf("%q %q", test.thought, test.rest); got != want {
				t.Errorf("%q in pieces of %d: got %s, want %s", test.content, n, got, want)
			}
		}
	}
}
