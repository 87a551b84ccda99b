package families

import (
	"slices"
	"testing"

	"github.com/toolparser/toolparser/parsers"
)

// inMessages are the formats of calls in messages of their own, which end a thought before
// them, or whose end is that of the thought.
var inMessages = []string{
	"gpt_oss/harmony", "openai/harmony", "beam/rfl", "muse/atem", "muse/atem_json", "inkling/invoke_json",
}

// TestCallsInThoughts holds, for every format of every family, what the examples are in a
// thought: whatever is written there, text after it makes it text, and a call that is
// repeated after the thought is one.
func TestCallsInThoughts(t *testing.T) {
	t.Parallel()
	for _, f := range Registry().Families() {
		for _, m := range f.ReasoningMarkers {
			for i := range f.Formats {
				example := f.Formats[i].Example
				cfg := parsers.Config{Tools: toolsOf(f, example)}
				once := names(t, f, cfg, example)
				if len(once) == 0 || slices.Contains(inMessages, f.Formats[i].Name) {
					continue
				}
				t.Run(f.Name+" "+m.Open+" "+f.Formats[i].Name, func(t *testing.T) {
					t.Parallel()
					before := m.Open + "I think. "
					if got := names(t, f, cfg, before+example+" and more."+m.Close+"Done."); len(got) > 0 {
						t.Errorf("text follows in the thought: calls %q, want none", got)
					}
					ended := names(t, f, cfg, before+example+m.Close+"Done.")
					if len(ended) > 0 && len(ended) != len(once) {
						t.Errorf("at the end of the thought: calls %q, want none or %q", ended, once)
					}
					want := names(t, f, cfg, before+m.Close+"\n"+example)
					if len(ended) > 0 {
						want = once
					}
					if got := names(t, f, cfg, before+example+m.Close+"\n"+example); len(got) != len(want) {
						t.Errorf("repeated behind the thought: calls %q, want %q", got, want)
					}
				})
			}
		}
	}
}

// toolsOf declares the tools that the text calls.
func toolsOf(f *parsers.Family, text string) *parsers.Tools {
	tools := []parsers.Tool{{Name: "get_weather"}}
	for _, c := range parsers.Parse(f, text, parsers.Config{}, parsers.FinishStop).ToolCalls {
		tools = append(tools, parsers.Tool{Name: c.Name})
	}
	return parsers.NewTools(tools)
}

// names are those of the calls in the text, which are the same if it comes byte by byte.
func names(t *testing.T, f *parsers.Family, cfg parsers.Config, text string) []string {
	t.Helper()
	var whole, cut []string
	for _, c := range parsers.Parse(f, text, cfg, parsers.FinishStop).ToolCalls {
		whole = append(whole, c.Name+c.Arguments)
	}
	s := parsers.NewStream(f, cfg)
	for i := range len(text) {
		s.Feed(text[i : i+1])
	}
	_, r := s.Finish(parsers.FinishStop)
	for _, c := range r.ToolCalls {
		cut = append(cut, c.Name+c.Arguments)
	}
	if len(whole) != len(cut) {
		t.Errorf("%q: calls %q, byte by byte %q", text, whole, cut)
	}
	return whole
}
