package conformance

import (
	"strings"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers"
)

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
