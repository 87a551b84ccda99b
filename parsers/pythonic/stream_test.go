package pythonic_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/pythonic"
)

// described is what a delta says of calls.
func described(d *parsers.Delta) string {
	var words []string
	for _, c := range d.ToolCalls {
		if c.Begin {
			words = append(words, c.Name)
		}
		if c.Arguments != "" {
			words = append(words, c.Arguments)
		}
		if c.Complete {
			words = append(words, "complete")
		}
	}
	for _, w := range d.Withdrawn {
		words = append(words, w.Reason.String())
	}
	return strings.Join(words, " ")
}

// Between markers, and in a list that begins the output, every call is one: its
// arguments come as they are whole.
func TestArgumentsAreStreamed(t *testing.T) {
	type step struct{ piece, want string }
	for _, opener := range []string{"[", "<|python_start|>[", "<|tool_call_start|>", "<function_calls>"} {
		s := parsers.NewStream(pythonic.Family(), parsers.Config{})
		for _, step := range []step{
			{opener, ""},
			{"f(city", ""},
			{"='Os", "f {"},
			{"lo', days=3", `"city":"Oslo"`},
			{", opts={'a'", `,"days":3`},
			{": True})", ""},
			{", g(", `,"opts":{"a":true}} complete`},
			{"k=1", "g {"},
			{", l=", `"k":1`},
			{"x), ", "MALFORMED"},
		} {
			if got := described(s.Feed(step.piece)); got != step.want {
				t.Errorf("behind %s: after %q %q is reported, want %q", opener, step.piece, got, step.want)
			}
		}
		if _, r := s.Finish(parsers.FinishStop); len(r.ToolCalls) != 1 || len(r.InvalidToolCalls) != 1 {
			t.Errorf("behind %s: %d calls, %d invalid ones", opener, len(r.ToolCalls), len(r.InvalidToolCalls))
		}
		s.Close()
	}
}

// A call that may be prose is reported once it is known to be a call.
func TestProseIsNotStreamed(t *testing.T) {
	s := parsers.NewStream(pythonic.Family(), parsers.Config{Tools: parsers.NewTools([]parsers.Tool{{Name: "f"}})})
	defer s.Close()
	for _, piece := range []string{"Well:\nf(city='Oslo', ", "days=3", ")"} {
		if got := described(s.Feed(piece)); got != "" {
			t.Errorf("after %q %q is reported", piece, got)
		}
	}
	if got := described(s.Feed("\n")); got != `f {"city":"Oslo","days":3} complete` {
		t.Errorf("at the line's end %q is reported", got)
	}
}
