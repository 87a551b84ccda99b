package parsers

import (
	"fmt"
	"slices"
	"strings"
)

// toyRun is what a stream delivered, put together again.
type toyRun struct {
	content   string
	reasoning string
	calls     []toyCall // by index
	withdrawn []WithdrawnCall
	result    *Result
	deltas    []string // one per piece, as text
}

type toyCall struct {
	id, name, arguments string
	complete, withdrawn bool
}

// streamToy feeds the pieces, one by one.
func streamToy(cfg Config, pieces ...string) *toyRun {
	run := new(toyRun)
	s := NewStream(toyFamily(), cfg)
	for _, piece := range pieces {
		run.add(s.Feed(piece))
	}
	d, result := s.Finish(FinishStop)
	run.add(d)
	run.result = result
	return run
}

func (run *toyRun) add(d *Delta) {
	run.deltas = append(run.deltas, showDelta(d))
	run.content += d.Content
	run.reasoning += d.Reasoning
	run.withdrawn = append(run.withdrawn, d.Withdrawn...)
	for _, w := range d.Withdrawn {
		if w.Index < len(run.calls) {
			run.calls[w.Index].withdrawn = true
		}
	}
	for _, t := range d.ToolCalls {
		if t.Begin {
			run.calls = append(run.calls, toyCall{id: t.ID, name: t.Name})
		}
		run.calls[t.Index].arguments += t.Arguments
		run.calls[t.Index].complete = run.calls[t.Index].complete || t.Complete
	}
}

// showDelta writes a delta on one line:
// content | think reasoning | +index id name | index arguments | index. | -index, where a point says complete.
func showDelta(d *Delta) string {
	var parts []string
	if d.Content != "" {
		parts = append(parts, fmt.Sprintf("%q", d.Content))
	}
	if d.Reasoning != "" {
		parts = append(parts, fmt.Sprintf("think %q", d.Reasoning))
	}
	for _, t := range d.ToolCalls {
		part := fmt.Sprint(t.Index)
		if t.Begin {
			part = fmt.Sprintf("+%d %s %s", t.Index, t.ID, t.Name)
		}
		if t.Arguments != "" {
			part += " " + t.Arguments
		}
		if t.Complete {
			part += "."
		}
		parts = append(parts, part)
	}
	for _, w := range d.Withdrawn {
		parts = append(parts, fmt.Sprintf("-%d", w.Index))
	}
	return strings.Join(parts, " | ")
}

// standing are the calls that were not withdrawn, as "id name arguments".
func (run *toyRun) standing() []string {
	var list []string
	for _, c := range run.calls {
		if !c.withdrawn {
			list = append(list, fmt.Sprintf("%s %s %s", c.id, c.name, c.arguments))
		}
	}
	return list
}

func callsOf(r *Result) []string {
	var list []string
	for _, c := range r.ToolCalls {
		list = append(list, fmt.Sprintf("%s %s %s", c.ID, c.Name, c.Arguments))
	}
	return list
}

func parseToy(output string, cfg Config) *Result {
	return Parse(toyFamily(), output, cfg, FinishStop)
}

// tools declares names.
func tools(names ...string) *Tools {
	var list []Tool
	for _, name := range names {
		list = append(list, Tool{Name: name})
	}
	return NewTools(list)
}

// everyCut calls f with the output cut in many ways: whole, in two at every
// byte, and into pieces of one to three bytes.
func everyCut(output string, f func(pieces []string)) {
	f([]string{output})
	for i := range output {
		f([]string{output[:i], output[i:]})
	}
	for size := 1; size <= 3; size++ {
		var pieces []string
		for p := range slices.Chunk([]byte(output), size) {
			pieces = append(pieces, string(p))
		}
		f(pieces)
	}
}
