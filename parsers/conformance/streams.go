package conformance

import (
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/toolparser/toolparser/parsers"
)

// checkCuts checks I5, I6 and I8's rules of a stream at each of the cuts.
func (s *Suite) checkCuts(t Reporter, in input, cuts []cut) {
	t.Helper()
	want := settled(in.parse(s.family))
	for _, c := range cuts {
		if problem := s.streamProblem(in, c.pieces, want); problem != "" {
			t.Errorf("cut %s: %s", c.name, problem)
			t.Logf("the pieces were %q", c.pieces)
			return
		}
	}
}

// streamProblem is what is wrong with a stream of these pieces, or "".
func (s *Suite) streamProblem(in input, pieces []string, want *parsers.Result) string {
	l := newListener(in, pieces)
	stream := parsers.NewStream(s.family, in.config)
	for _, piece := range pieces {
		l.hear(stream.Feed(piece))
	}
	last, result := stream.Finish(in.reason)
	l.hear(last)
	l.compare(result)
	if got := settled(result); !reflect.DeepEqual(got, want) {
		return "the result isn't that of the whole output (-want +got):\n" + cmp.Diff(want, got)
	}
	return l.problem
}

// settled is a result without the ids that come from chance.
func settled(r *parsers.Result) *parsers.Result {
	c := *r
	c.ToolCalls = slices.Clone(r.ToolCalls)
	for i := range c.ToolCalls {
		c.ToolCalls[i].ID = settledID(&c.ToolCalls[i])
	}
	return &c
}

// checkSame proves that what the content is made of, and how calls are sent, doesn't change
// which calls there are.
func (s *Suite) checkSame(t Reporter, in input, r *parsers.Result) {
	t.Helper()
	other := in
	o := &other.config.Options
	o.ContentPolicy = (o.ContentPolicy + 1) % parsers.ContentPolicy(len(policyNames))
	o.SeparateReasoning, o.BufferToolCalls = !o.SeparateReasoning, !o.BufferToolCalls
	want, got := settled(r), settled(other.parse(s.family))
	if !reflect.DeepEqual(got.ToolCalls, want.ToolCalls) || !reflect.DeepEqual(got.InvalidToolCalls, want.InvalidToolCalls) {
		t.Errorf("under %+v the calls are others (-want +got):\n%s", *o, cmp.Diff(want, got))
	}
}

// compare checks that the deltas add up to the result.
func (l *listener) compare(r *parsers.Result) {
	content := r.Content
	if len(r.ToolCalls) == 0 && l.in.config.Options.ContentPolicy != parsers.ContentVerbatim {
		content = strings.TrimLeftFunc(content, unicode.IsSpace)
	}
	l.expect(l.content.String() == content, "the deltas' content is %q, the result's %q", l.content.String(), content)
	l.expect(l.thoughts.String() == r.Reasoning, "the deltas' reasoning is %q, the result's %q", l.thoughts.String(), r.Reasoning)
	standing := l.standing()
	l.expect(len(standing) == len(r.ToolCalls), "%d calls are announced, the result has %d", len(standing), len(r.ToolCalls))
	for i, call := range standing[:min(len(standing), len(r.ToolCalls))] {
		want := r.ToolCalls[i]
		l.expect(call.complete, "call %d isn't complete at the end", i)
		l.expect(call.id == want.ID && call.name == want.Name, "call %d was sent as %q %q and is %q %q", i, call.id, call.name, want.ID, want.Name)
		l.expect(call.arguments.String() == want.Arguments, "the deltas' arguments of call %d are %q, the result's %q", i, call.arguments.String(), want.Arguments)
	}
}
