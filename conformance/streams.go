package conformance

import (
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/toolparser/toolparser/parsers"
)

// checkPrefixes checks I8: what holds for the output holds for each prefix of
// it, finished there. It returns how many there are.
func (s *Suite) checkPrefixes(t Reporter, in input) (checked int) {
	t.Helper()
	output := in.output
	for _, n := range append(s.samples(len(output)), 0) {
		in.output = output[:n]
		want := in.parse(s.family)
		s.checkResult(t, in, want)
		if problem := s.streamProblem(in, strings.Split(in.output, ""), settled(want)); problem != "" {
			t.Errorf("finished after %d bytes, %q: %s", n, in.output, problem)
		}
		if checked++; t.Failed() {
			break
		}
	}
	return checked
}

// checkInterleaved checks I4: two streams that are fed in turn give what each gives alone.
func (s *Suite) checkInterleaved(t Reporter, a, b input) {
	t.Helper()
	inputs := [2]input{a, b}
	pieces := [2][]string{cutEvery(a.output, 3), cutEvery(b.output, 2)}
	streams := [2]*parsers.Stream{parsers.NewStream(s.family, a.config), parsers.NewStream(s.family, b.config)}
	for len(pieces[0])+len(pieces[1]) > 0 {
		for i := range streams {
			if len(pieces[i]) > 0 {
				streams[i].Feed(pieces[i][0])
				pieces[i] = pieces[i][1:]
			}
		}
	}
	for i := range streams {
		_, result := streams[i].Finish(inputs[i].reason)
		got, want := settled(result), settled(inputs[i].parse(s.family))
		if !reflect.DeepEqual(got, want) {
			t.Errorf("fed in turn with another stream (-want +got):\n%s", cmp.Diff(want, got))
		}
	}
}

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

// A listener puts a stream's deltas together and remembers the first that
// breaks a rule.
type listener struct {
	in       input
	whole    bool // the pieces are whole code points, and so must be the deltas
	buffered bool
	content  strings.Builder
	thoughts strings.Builder
	calls    []*heardCall // by index
	breach
}

type heardCall struct {
	id, name            string
	arguments           strings.Builder
	complete, withdrawn bool
}

func newListener(in input, pieces []string) *listener {
	o := in.config.Options
	return &listener{in: in, whole: wholeCodePoints(pieces), buffered: o.BufferToolCalls || o.MinConfidence > 0}
}

// hear takes the next delta.
func (l *listener) hear(d *parsers.Delta) {
	l.expect(!l.whole || utf8.ValidString(d.Content), "content %q ends inside a code point", d.Content)
	l.expect(!l.whole || utf8.ValidString(d.Reasoning), "reasoning %q ends inside a code point", d.Reasoning)
	l.content.WriteString(d.Content)
	l.thoughts.WriteString(d.Reasoning)
	for _, w := range d.Withdrawn {
		l.hearWithdrawn(w)
	}
	in := make(map[int]bool)
	for _, t := range d.ToolCalls {
		l.expect(!in[t.Index], "call %d has two entries in one delta", t.Index)
		in[t.Index] = true
		l.hearCall(t)
	}
}

func (l *listener) hearWithdrawn(w parsers.WithdrawnCall) {
	call := l.call(w.Index)
	l.expect(!call.complete, "call %d is withdrawn after it was complete", w.Index)
	l.expect(!call.withdrawn, "call %d is withdrawn twice", w.Index)
	l.expect(w.Message != "", "call %d is withdrawn, and nothing says why", w.Index)
	call.withdrawn = true
}

// call is a call that was started.
func (l *listener) call(index int) *heardCall {
	if index < 0 || index >= len(l.calls) {
		l.expect(false, "call %d, of %d, was never started", index, len(l.calls))
		return new(heardCall)
	}
	return l.calls[index]
}

func (l *listener) hearCall(t parsers.ToolCallDelta) {
	if t.Begin {
		l.expect(t.Index == len(l.calls), "call %d begins, and %d is the next index", t.Index, len(l.calls))
		l.expect(t.ID != "" && t.Name != "", "call %d begins without id or name", t.Index)
		l.expect(!l.buffered || t.Complete, "call %d is buffered and begins without being complete", t.Index)
		l.calls = append(l.calls, &heardCall{id: t.ID, name: t.Name})
	} else {
		l.expect(t.ID == "" && t.Name == "", "call %d has id or name again", t.Index)
		l.expect(t.Arguments != "" || t.Complete, "call %d has an entry that says nothing", t.Index)
	}
	call := l.call(t.Index)
	l.expect(!call.complete && !call.withdrawn, "call %d goes on after its end", t.Index)
	l.expect(!l.whole || utf8.ValidString(t.Arguments), "arguments %q end inside a code point", t.Arguments)
	call.arguments.WriteString(t.Arguments)
	call.complete = t.Complete
}

// standing are the calls that were not withdrawn.
func (l *listener) standing() []*heardCall {
	var list []*heardCall
	for _, call := range l.calls {
		if !call.withdrawn {
			list = append(list, call)
		}
	}
	return list
}
