package detect_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/families/detect"
	"github.com/toolparser/toolparser/parsers"
)

var registry = families.Registry()

// tied are the families at the top.
func tied(r detect.Ranking) (names []string) {
	for _, reading := range r.Readings[:r.Tied] {
		names = append(names, reading.Family.Name)
	}
	return names
}

func detected(outputs ...string) detect.Ranking {
	d := detect.New(registry)
	for _, output := range outputs {
		d.Add(output, parsers.Config{})
	}
	return d.Ranking()
}

// TestNativeExamples: of the examples that leave their own family in no doubt, at least 95 %
// have the family in the top tie; of the first formats' examples, which are what a family's
// models were taught, too.
func TestNativeExamples(t *testing.T) {
	type count struct{ right, all int }
	var first, sure count
	for _, f := range families.Named() {
		for i, format := range f.Formats {
			own := parsers.Parse(f, format.Example, parsers.Config{}, parsers.FinishStop)
			if len(own.ToolCalls) == 0 || own.Confidence < parsers.ConfidenceFull {
				continue // JSON or Python in text, which any model may write
			}
			names := tied(detected(format.Example))
			right := 0
			if slices.Contains(names, f.Name) {
				right = 1
			} else {
				t.Logf("%s: %v", format.Name, names)
			}
			sure.all++
			sure.right += right
			if i == 0 {
				first.all++
				first.right += right
			}
		}
	}
	for what, n := range map[string]count{"first formats": first, "formats in no doubt": sure} {
		t.Logf("%s: %d of %d", what, n.right, n.all)
		if n.all < 50 || 100*n.right < 95*n.all {
			t.Errorf("%s: right in %d of %d, want 95 %%", what, n.right, n.all)
		}
	}
}

func TestWhatDecides(t *testing.T) {
	for name, tc := range map[string]struct {
		outputs []string
		want    []string
	}{
		"own tags":                  {[]string{"<function=f>\n<parameter=a>\n1\n</parameter>\n</function>"}, []string{"qwen3_coder", "mimo", "zaya"}},
		"a token that others leave": {[]string{`<|im_start|>assistant` + "\n" + `{"name": "f", "arguments": {}}<|im_end|>`}, []string{"hermes"}},
		"a token of one family":     {[]string{`<tool_call>{"name": "f", "arguments": {}}</tool_call><|observation|>`}, []string{"glm"}},
		"what several write": {
			[]string{`<longcat_tool_call>f</longcat_tool_call>`, `<tool_call>` + "\n" + `{"name": "f", "arguments": {}}` + "\n</tool_call>", `<longcat_tool_call>f</longcat_tool_call>`},
			[]string{"longcat"},
		},
		"most outputs, not most calls": {
			[]string{"[f(a=1)]", "[f(a=1)]", `{"name": "f", "parameters": {}}; {"name": "f", "parameters": {}}; {"name": "f", "parameters": {}}`},
			[]string{"pythonic"},
		},
		"a message without calls": {[]string{"<|channel|>final<|message|>Hi.<|return|>"}, []string{"openai", "gpt_oss", "beam"}},
	} {
		if got := tied(detected(tc.outputs...)); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %v, want %v", name, got, tc.want)
		}
	}
}

// Ties have the family first whose native format it is, then the registry's order.
func TestTies(t *testing.T) {
	names := tied(detected(`<think>Hm.</think><tool_call>{"name": "f", "arguments": {}}</tool_call>`))
	if len(names) < 5 || names[0] != "hermes" || !slices.Contains(names, "glm") {
		t.Errorf("JSON between tags is read by %v", names)
	}
}

func TestTextTellsNothing(t *testing.T) {
	r := detected("Hello.", "")
	if r.Outputs != 2 || r.Telling != 0 || r.Tied != 0 || len(r.Readings) != 0 {
		t.Errorf("%+v", r)
	}
}

func TestReadings(t *testing.T) {
	const call = `<tool_call>{"name": "f", "arguments": {"a": 1}}</tool_call>`
	r := detected("So. "+call, `<tool_call>{"name": "f", "arguments": {"a": 1,}}</tool_call>`, `<tool_call>{"name": "f", "arg`, "Hi.").Readings[0]
	got := fmt.Sprintln(r.Family.Name, r.Best, r.ToolCalls, r.Repaired, r.InvalidToolCalls, r.Unread, r.Confidence)
	if want := "hermes 3 2 1 1 3 0.9\n"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func ExampleDetector() {
	detector := detect.New(families.Registry())
	for _, output := range []string{
		"<|action_start|><|plugin|>{\"name\": \"get_time\", \"parameters\": {}}<|action_end|>",
		"It is ten o'clock.",
	} {
		detector.Add(output, parsers.Config{})
	}
	ranking := detector.Ranking()
	best := ranking.Readings[0]
	fmt.Println(ranking.Tied, best.Family.Name, best.ToolCalls, best.Confidence)
	// Output: 1 internlm 1 1
}
