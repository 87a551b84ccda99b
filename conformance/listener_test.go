package conformance_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance"
	"github.com/toolparser/toolparser/parsers"
)

func TestSuiteChecksDeltas(t *testing.T) {
	begin := parsers.ToolCallDelta{Begin: true, ID: "x", Name: "f", Arguments: "{"}
	end := parsers.ToolCallDelta{Arguments: "}", Complete: true}
	result := &parsers.Result{Content: "a", ToolCalls: []parsers.ToolCall{{ID: "x", Name: "f", Arguments: "{}"}}}
	calls := func(list ...parsers.ToolCallDelta) parsers.Delta {
		return parsers.Delta{Content: "", ToolCalls: list}
	}
	text := parsers.Delta{Content: "a"}
	withdrawn := parsers.Delta{Withdrawn: []parsers.WithdrawnCall{{Reason: parsers.ReasonMalformed, Message: "m"}}}
	buffered := parsers.Config{Options: parsers.Options{BufferToolCalls: true}}
	with := func(d parsers.ToolCallDelta, change func(*parsers.ToolCallDelta)) parsers.ToolCallDelta {
		change(&d)
		return d
	}
	for name, tc := range map[string]struct {
		cfg    parsers.Config
		deltas []parsers.Delta
		want   string // "" for none
	}{
		"sound":                   {deltas: []parsers.Delta{text, calls(begin), calls(end)}},
		"content missing":         {deltas: []parsers.Delta{calls(begin), calls(end)}, want: `the deltas' content is "", the result's "a"`},
		"reasoning made up":       {deltas: []parsers.Delta{text, calls(begin), calls(end), {Reasoning: "x"}}, want: `the deltas' reasoning is "x", the result's ""`},
		"half, in reasoning":      {deltas: []parsers.Delta{{Reasoning: "\xe2"}}, want: "ends inside a code point"},
		"call missing":            {deltas: []parsers.Delta{text}, want: "0 calls are announced, the result has 1"},
		"never complete":          {deltas: []parsers.Delta{text, calls(begin), calls(with(end, func(d *parsers.ToolCallDelta) { d.Complete = false }))}, want: "call 0 isn't complete"},
		"arguments missing":       {deltas: []parsers.Delta{text, calls(begin), calls(with(end, func(d *parsers.ToolCallDelta) { d.Arguments = "" }))}, want: `arguments of call 0 are "{"`},
		"two entries":             {deltas: []parsers.Delta{text, calls(begin, end)}, want: "call 0 has two entries in one delta"},
		"started twice":           {deltas: []parsers.Delta{calls(begin), calls(begin)}, want: "call 0 begins, and 1 is the next index"},
		"index skipped":           {deltas: []parsers.Delta{calls(with(begin, func(d *parsers.ToolCallDelta) { d.Index = 1 }))}, want: "call 1 begins, and 0 is the next"},
		"never started":           {deltas: []parsers.Delta{calls(end)}, want: "call 0, of 0, was never started"},
		"without a name":          {deltas: []parsers.Delta{calls(with(begin, func(d *parsers.ToolCallDelta) { d.Name = "" }))}, want: "call 0 begins without id or name"},
		"name twice":              {deltas: []parsers.Delta{calls(begin), calls(with(end, func(d *parsers.ToolCallDelta) { d.Name = "f" }))}, want: "call 0 has id or name again"},
		"another name":            {deltas: []parsers.Delta{text, calls(with(begin, func(d *parsers.ToolCallDelta) { d.Name = "g" })), calls(end)}, want: `call 0 was sent as "x" "g" and is "x" "f"`},
		"nothing said":            {deltas: []parsers.Delta{calls(begin), calls(parsers.ToolCallDelta{})}, want: "call 0 has an entry that says nothing"},
		"on after its end":        {deltas: []parsers.Delta{calls(begin), calls(end), calls(end)}, want: "call 0 goes on after its end"},
		"half a code point":       {deltas: []parsers.Delta{{Content: "\xe2"}}, want: "ends inside a code point"},
		"half, in arguments":      {deltas: []parsers.Delta{calls(with(begin, func(d *parsers.ToolCallDelta) { d.Arguments = "\xe2" }))}, want: "end inside a code point"},
		"not buffered":            {cfg: buffered, deltas: []parsers.Delta{calls(begin)}, want: "call 0 is buffered and begins without being complete"},
		"withdrawn when complete": {deltas: []parsers.Delta{calls(begin), calls(end), withdrawn}, want: "call 0 is withdrawn after it was complete"},
		"withdrawn twice":         {deltas: []parsers.Delta{calls(begin), withdrawn, withdrawn}, want: "call 0 is withdrawn twice"},
		"on when withdrawn":       {deltas: []parsers.Delta{calls(begin), withdrawn, calls(end)}, want: "call 0 goes on after its end"},
		"withdrawn for nothing":   {deltas: []parsers.Delta{calls(begin), {Withdrawn: make([]parsers.WithdrawnCall, 1)}}, want: "call 0 is withdrawn, and nothing says why"},
	} {
		t.Run(name, func(t *testing.T) {
			got := conformance.DeltaComplaint(tc.cfg, result, tc.deltas...)
			if (got == "") != (tc.want == "") || !strings.Contains(got, tc.want) {
				t.Errorf("the suite says %q, want %q", got, tc.want)
			}
		})
	}
}
