package families

import (
	"testing"

	"github.com/toolparser/toolparser/parsers"
)

// TestDemandedCalls: what a server's grammar writes is calls in every family, and anything else is what it is without the demand.
func TestDemandedCalls(t *testing.T) {
	tools := parsers.NewTools(declared)
	required := parsers.ToolChoice{Mode: parsers.ToolChoiceRequired}
	named := parsers.ToolChoice{Mode: parsers.ToolChoiceNamed, Name: "get_weather"}
	for _, test := range []struct {
		output string
		choice parsers.ToolChoice
		calls  []string // the arguments
	}{
		{`[{"name": "get_weather", "arguments": {"city": "Oslo"}}, {"name": "read_file", "parameters": {"path": "a"}}]`, required, []string{`{"city": "Oslo"}`, `{"path": "a"}`}},
		{"\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}\n", required, []string{`{"city": "Oslo"}`}},
		{`[{"name": "get_weather", "arguments": {"city": "Oslo"}}]`, named, []string{`{"city": "Oslo"}`}},
		{` {"city": "Oslo", "days": 2}`, named, []string{`{"city": "Oslo", "days": 2}`}},
		{`{"name": "read_file", "arguments": {"path": "a"}}`, named, []string{`{"name": "read_file", "arguments": {"path": "a"}}`}},
	} {
		for _, f := range All() {
			config := parsers.Config{Tools: tools, ToolChoice: test.choice}
			if f.Name == "passthrough" {
				continue
			}
			result := parsers.Parse(f, test.output, config, parsers.FinishStop)
			s := parsers.NewStream(f, config)
			for i := range len(test.output) {
				s.Feed(test.output[i : i+1])
			}
			_, streamed := s.Finish(parsers.FinishStop)
			for _, r := range []*parsers.Result{result, streamed} {
				if len(r.ToolCalls) != len(test.calls) || r.Content != "" || r.Confidence != parsers.ConfidenceFull {
					t.Errorf("%s: %q is %d calls, content %q, confidence %v", f.Name, test.output, len(r.ToolCalls), r.Content, r.Confidence)
					continue
				}
				for i, want := range test.calls {
					if c := &r.ToolCalls[i]; c.Arguments != want || c.Format != parsers.ChosenFormat {
						t.Errorf("%s: %q: call %d has %s, format %s", f.Name, test.output, i, c.Arguments, c.Format)
					}
				}
			}
		}
	}
}

// TestOtherTextIsReadAsWithoutADemand: calls in the family's own format, text before JSON, and JSON that isn't a call.
func TestOtherTextIsReadAsWithoutADemand(t *testing.T) {
	for _, f := range All() {
		for _, choice := range []parsers.ToolChoice{{Mode: parsers.ToolChoiceRequired}, {Mode: parsers.ToolChoiceNamed, Name: "get_weather"}} {
			outputs := []string{"It is cold.", `See {"a": 1}`, `[1, 2]`, `{"city": "Os`}
			for _, format := range f.Formats {
				if format.Example[0] != '{' && format.Example[0] != '[' {
					outputs = append(outputs, format.Example)
				}
			}
			for _, output := range outputs {
				config := parsers.Config{Tools: parsers.NewTools(declared)}
				want := parsers.Parse(f, output, config, parsers.FinishStop)
				config.ToolChoice = choice
				got := parsers.Parse(f, output, config, parsers.FinishStop)
				if got.Content != want.Content || len(got.ToolCalls) != len(want.ToolCalls) {
					t.Errorf("%s: %q is %d calls and %q, without the demand %d calls and %q", f.Name, output, len(got.ToolCalls), got.Content, len(want.ToolCalls), want.Content)
				}
			}
		}
	}
}

// TestNoCallIsWanted: all text is content then, and nothing leaks.
func TestNoCallIsWanted(t *testing.T) {
	config := parsers.Config{Markers: Registry().Markers(), Tools: parsers.NewTools(declared), ToolChoice: parsers.ToolChoice{Mode: parsers.ToolChoiceNone}}
	for _, f := range All() {
		for _, format := range f.Formats {
			result := parsers.Parse(f, format.Example, config, parsers.FinishStop)
			if len(result.ToolCalls)+len(result.InvalidToolCalls)+len(result.Leaks) > 0 {
				t.Errorf("%s: %s: %d calls, %d invalid, %d leaks", f.Name, format.Name, len(result.ToolCalls), len(result.InvalidToolCalls), len(result.Leaks))
			}
		}
	}
}
