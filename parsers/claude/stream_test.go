package claude_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/claude"
)

// described is a delta in one line.
func described(d *parsers.Delta) string {
	var b strings.Builder
	for _, c := range d.ToolCalls {
		fmt.Fprintf(&b, "#%d", c.Index)
		if c.Begin {
			fmt.Fprintf(&b, " %s", c.Name)
		}
		if c.Arguments != "" {
			fmt.Fprintf(&b, " %s", c.Arguments)
		}
		if c.Complete {
			b.WriteString(" complete")
		}
		b.WriteString("; ")
	}
	for _, w := range d.Withdrawn {
		fmt.Fprintf(&b, "#%d withdrawn: %s; ", w.Index, w.Reason)
	}
	if d.Content != "" {
		fmt.Fprintf(&b, "%q", d.Content)
	}
	return strings.TrimSuffix(b.String(), "; ")
}

// What is certain comes out in the delta that made it so.
func TestDeltas(t *testing.T) {
	type step struct{ piece, want string }
	tools := parsers.NewTools([]parsers.Tool{{Name: "f", Parameters: `{"properties": {
		"s": {"type": "string"}, "n": {"type": "integer"}, "u": {"type": ["string", "null"]}}}`}})
	for _, c := range []struct {
		name  string
		steps []step
	}{
		{"nothing is held back behind a wrapper that text follows", []step{
			{"Use <function_calls>", `"Use"`},
			{" ", ``},
			{"tags", `" <function_calls> tags"`},
			{", or <function_calls>\n<function_calls>", `", or"`},
			{"\ntwice", `" <function_calls>\n<function_calls>\ntwice"`},
		}},
		{"what is quoted flows, up to a call that may be whole", []step{
			{"```xml\n<function_calls>", "\"```xml\""},
			{"\n<invoke name=\"f\">", `"\n<function_calls>"`},
			{"</invoke>", ``},
			{"</function_calls>", ``},
			{" and so on", `"\n<invoke name=\"f\"></invoke></function_calls> and so on"`},
		}},
		{"a string flows, a number waits for its end", []step{
			{"Hi.\n", `"Hi."`},
			{"<function_calls>\n<invoke name=\"f\">\n", ``},
			{"<parameter name=\"s\">", `#0 f {"s":"`},
			{" say \"", `#0  say \"`},
			{"x\" </par", `#0 x\"`},
			{"ameter> y", ``},
			{"</parameter>\n", `#0  </parameter> y`},
			{"<parameter name=\"n\">12", `#0 ","n":`},
			{"3</parameter>\n</inv", ``},
			{"oke>\n", ``},
			{"</function_calls>\nBye", `#0 123} complete; "\n\nBye"`},
		}},
		{"a value of no known type flows once it is a string", []step{
			{"<function_calls><invoke name=\"f\"><parameter name=\"x\">  ", `#0 f {"x":`},
			{"{\"a\": [1,", ``},
			{" oops ", ``},
			{".</parameter><parameter name=\"y\">", `#0 "  {\"a\": [1, oops .","y":`},
			{"[1, 2", ``},
			{"]</parameter>", ``},
			{"</invoke>", ``},
			{" ", ``},
			{".", `#0 [1,2]} complete; "."`},
		}},
		{"null waits where it may be a string", []step{
			{"<function_calls><invoke name=\"f\"><parameter name=\"u\">nul", `#0 f {"u":`},
			{"ls", `#0 "nulls`},
			{"</parameter><parameter name=\"n\">1 2", `#0 ","n":`},
			{"</parameter><parameter name=\"u\">", `#0 "1 2"`},
		}},
		{"a call that fails is withdrawn at once", []step{
			{"<function_calls><invoke name=\"f\"><parameter name=\"s\">a</parameter><", `#0 f {"s":"a`},
			{"parameter name=\"s\">b</parameter></", `#0 "`},
			{"invoke></function_calls> So", `#0 withdrawn: MALFORMED; "<function_calls><invoke name=\"f\"><parameter name=\"s\">a</parameter><parameter name=\"s\">b</parameter></invoke></function_calls> So"`},
		}},
		{"a call that can't be one is content at once", []step{
			{"Use <invoke name=\"rm\"> so", `"Use <invoke name=\"rm\"> so"`},
			{" on", `" on"`},
		}},
		{"what is no tag is content at once", []step{
			{"a < b <di", `"a < b"`},
			{"v> <invokes> </x>", `" <div> <invokes> </x>"`},
		}},
		{"an event stream comes line by line", []step{
			{"data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"Hi\"}}", ``},
			{"\n", `"Hi"`},
			{"data: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"f\",\"input\":{}}}\n", ``},
			{"data: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"a\\\": \\\"x\"}}\n", `#0 f {"a": "x`},
			{"data: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"y\\\"}\"}}\n", `#0 y"}`},
			{"data: {\"type\":\"content_block_stop\",\"index\":1}\n", `#0 complete`},
		}},
		{"prose that begins like an event stream", []step{
			{"eve", ``},
			{"ry", `"every"`},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := parsers.NewStream(claude.Family(), parsers.Config{Tools: tools})
			defer s.Close()
			for _, step := range c.steps {
				if got := described(s.Feed(step.piece)); got != step.want {
					t.Errorf("after %q: got %s; want %s", step.piece, got, step.want)
				}
			}
		})
	}
}

// Hostile outputs are content, byte for byte.
func TestHostile(t *testing.T) {
	for _, output := range []string{
		strings.Repeat("<", 1<<20),
		strings.Repeat(`<invoke name="a">`, 200),
		strings.Repeat(`<invoke name="a">`, 200) + strings.Repeat("</invoke>", 200),
		strings.Repeat(`<invoke name="a"><parameter name="b">`, 200),
		strings.Repeat(`<function_calls>`, 200),
		`<function_calls><invoke name="a"><parameter name="b">` + strings.Repeat(`<invoke name="a"><parameter name="b">`, 200),
		strings.Repeat(`<invoke>`, 200),
		`<invoke name="` + strings.Repeat("a", 1<<16),
		"<" + strings.Repeat("a:", 1<<16),
	} {
		r := parsers.Parse(claude.Family(), output, parsers.Config{}, parsers.FinishStop)
		if len(r.ToolCalls) > 0 || r.Content != output {
			t.Errorf("%.60q…: %d calls, %d bytes of %d are content", output, len(r.ToolCalls), len(r.Content), len(output))
		}
	}
}
