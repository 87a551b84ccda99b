package main

import (
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/toolparser/toolparser/bench/exact"
	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/parsers"
)

// A difference is where this project's answer isn't the one that a suite expects.
type difference struct {
	// key is the suite's file and line.
	key string
	// what the difference is, the input, and both answers.
	what, input, want, got string
}

// A score is how many tests of a group this project answers as the suite does.
type score struct {
	group       string
	same, tests int
}

// familyNames are the families of templates whose names no family's patterns match.
var familyNames = map[string]string{
	"Cohere2MoE": "cohere", "MiMo-VL": "hermes", "Reka-Edge": "hermes", "StepFun3.5-Flash": "qwen3_coder",
	"inclusionai-ling-3.0-flash": "glm", "mistralai-Mistral-Nemo-Instruct-2407": "mistral", "tencent-Hy3": "hunyuan",
}

// templateFamily is the family that reads what a template's models write.
func templateFamily(registry *parsers.Registry, template string) (*parsers.Family, error) {
	base := strings.TrimSuffix(path.Base(template), ".jinja")
	if named, ok := familyNames[base]; ok {
		return registry.Find(named, "")
	}
	return registry.Find("", base)
}

// compareOutputs reads all outputs, whole and as streams, and compares the messages.
func compareOutputs(file string, outputs []output) ([]score, []difference, error) {
	registry := families.Registry()
	scores := []score{{group: "with calls"}, {group: "without calls"}, {group: "cut off"}, {group: "the same as a stream as at once"}}
	var differences []difference
	for i := range outputs {
		o := &outputs[i]
		f, err := templateFamily(registry, o.template)
		if err != nil {
			return nil, nil, fmt.Errorf("line %d, template %s: %w", o.line, o.template, err)
		}
		group := &scores[1]
		switch {
		case o.partial:
			group = &scores[2]
		case len(o.want.calls) > 0:
			group = &scores[0]
		}
		got, equal := o.read(f)
		scores[3].tests++
		if equal {
			scores[3].same++
		} else {
			differences = append(differences, difference{fmt.Sprintf("%s:%d", file, o.line), "a stream differs", o.input, "", ""})
		}
		group.tests++
		if what := o.differs(got); what != "" {
			differences = append(differences, difference{fmt.Sprintf("%s:%d", file, o.line), what, o.input, o.want.String(), got.String()})
		} else {
			group.same++
		}
	}
	return scores, differences, nil
}

// String is the message on one line.
func (m message) String() string {
	var parts []string
	if m.reasoning != "" {
		parts = append(parts, fmt.Sprintf("reasoning %q", m.reasoning))
	}
	if m.content != "" {
		parts = append(parts, fmt.Sprintf("content %q", m.content))
	}
	for _, c := range m.calls {
		parts = append(parts, "call "+c.name+" "+c.arguments)
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

// config is how a server asks: with the tools, and with what it knows of the prompt.
func (o *output) config() parsers.Config {
	var cfg parsers.Config
	if len(o.tools) > 0 {
		var list []parsers.Tool
		for _, t := range o.tools {
			list = append(list, parsers.Tool{Name: t.name, Parameters: t.schema})
		}
		cfg.Tools = parsers.NewTools(list)
	}
	cfg.ReasoningOpen = o.open()
	cfg.Options.SeparateReasoning = o.format != inContent
	cfg.Options.ContentPolicy = parsers.ContentVerbatim
	return cfg
}

// ends are the closers of thoughts in the suite's templates, with their openers.
var ends = map[string]string{
	"</think>": "<think>", "[/THINK]": "[THINK]", "<|END_THINKING|>": "<|START_THINKING|>", "</seed:think>": "<seed:think>",
	"<channel|>": "<|channel>", "</thinking>": "<thinking>", "</longcat_think>": "<longcat_think>", "<|inner_suffix|>": "<|inner_prefix|>",
	"</mm:think>": "<mm:think>", "[BEGIN FINAL RESPONSE]": "Here are my reasoning steps:",
}

// open reports whether the prompt ended in a thought. The suite renders the prompt; its tests say the same: the
// output continues a thought, closes one that it didn't open, or begins with the expected reasoning.
func (o *output) open() bool {
	if o.continued != "" {
		return strings.HasSuffix(o.continued, "_REASONING")
	}
	for shut, open := range ends {
		if before, _, ok := strings.Cut(o.input, shut); ok && !strings.Contains(before, open) {
			return true
		}
	}
	reasoning := strings.TrimSpace(o.want.reasoning)
	return reasoning != "" && strings.HasPrefix(strings.TrimSpace(o.input), reasoning)
}

// read is what this project makes of the output, and whether streams in chunks of several sizes say the same.
func (o *output) read(f *parsers.Family) (message, bool) {
	reason := parsers.FinishStop
	if o.partial {
		reason = parsers.FinishLength
	}
	whole := messageFrom(parsers.Parse(f, o.input, o.config(), reason))
	got, equal := whole, true
	for _, size := range []int{1, 2, 3, 5, 8, 13, 34} {
		after, before := o.stream(f, size, reason)
		equal = equal && after.String() == whole.String()
		if o.partial && size == 1 {
			got = before // what a client has while more of the output would come
		}
	}
	return got, equal
}

func messageFrom(r *parsers.Result) message {
	m := message{content: r.Content, reasoning: r.Reasoning}
	for _, c := range r.ToolCalls {
		m.calls = append(m.calls, want{c.Name, c.Arguments, c.ID})
	}
	return m
}

// stream is what a client has after the stream, and before its end.
func (o *output) stream(f *parsers.Family, size int, reason parsers.FinishReason) (after, before message) {
	s := parsers.NewStream(f, o.config())
	defer s.Close()
	var m message
	var order []int
	calls := map[int]*want{}
	add := func(d *parsers.Delta) {
		if d == nil {
			return
		}
		m.content += d.Content
		m.reasoning += d.Reasoning
		for _, c := range d.ToolCalls {
			if calls[c.Index] == nil {
				calls[c.Index] = &want{}
				order = append(order, c.Index)
			}
			calls[c.Index].name += c.Name
			calls[c.Index].arguments += c.Arguments
		}
		for _, w := range d.Withdrawn {
			delete(calls, w.Index)
		}
	}
	snapshot := func() message {
		out := m
		for _, i := range order {
			if c := calls[i]; c != nil {
				out.calls = append(out.calls, *c)
			}
		}
		return out
	}
	for text := o.input; text != ""; {
		n := min(size, len(text))
		for n < len(text) && !utf8.RuneStart(text[n]) {
			n++
		}
		add(s.Feed(text[:n]))
		text = text[n:]
	}
	before = snapshot()
	d, _ := s.Finish(reason)
	add(d)
	return snapshot(), before
}

// differs says how the message differs from the one that is expected; empty: it doesn't. White space isn't compared.
func (o *output) differs(got message) string {
	if len(got.calls) != len(o.want.calls) {
		return fmt.Sprintf("%d calls, want %d", len(got.calls), len(o.want.calls))
	}
	for i, c := range o.want.calls {
		switch {
		case c.name != got.calls[i].name:
			return "another name"
		case !o.partial && !sameArguments(c.arguments, got.calls[i].arguments):
			return "other arguments"
		case o.partial && !begins(c.arguments, got.calls[i].arguments):
			return "other arguments"
		}
	}
	// What the prompt began isn't in the output.
	begun := o.continued != "" || o.open()
	switch {
	case !sameText(o.want.reasoning, got.reasoning, begun):
		return "another reasoning"
	case !sameText(o.want.content, got.content, o.continued != "" || begun && o.format == inContent):
		return "another content"
	}
	return ""
}

// sameArguments compares as JSON values. The suite writes no arguments as an empty text, too.
func sameArguments(a, b string) bool {
	return exact.Equal(a, b) || strings.TrimSpace(a) == "" && exact.Equal("{}", b)
}

// begins reports whether one is the start of the other.
func begins(a, b string) bool {
	a, b = strings.Join(strings.Fields(a), ""), strings.Join(strings.Fields(b), "")
	return strings.HasPrefix(a, b) || strings.HasPrefix(b, a)
}

// sameText compares texts but for white space. Of a text that the prompt began, the output has the end.
func sameText(want, got string, begun bool) bool {
	want, got = strings.Join(strings.Fields(want), " "), strings.Join(strings.Fields(got), " ")
	return want == got || begun && strings.HasSuffix(want, got)
}
