package chattemplate

import (
	"errors"
	"strings"

	"github.com/toolparser/toolparser/parsers"
)

// Readers are those of the families that read all that a chat template writes with calls,
// without doubt and without leaving anything of the calls in the content: such a template
// needs no declaration. Those come first whose first format it is. The error is Infer's for
// a template that can't be rendered, or writes no calls.
func Readers(text []byte, families []*parsers.Family) ([]*parsers.Family, error) {
	p, err := newProber(text)
	if err != nil {
		return nil, err
	}
	turns := p.callTurns()
	if len(turns) == 0 {
		return nil, errors.New("the template writes no calls")
	}
	var native, others []*parsers.Family
	for _, f := range families {
		switch first, all := reads(f, turns); {
		case all && first:
			native = append(native, f)
		case all:
			others = append(others, f)
		}
	}
	return append(native, others...), nil
}

// A rendered sample is what a template writes for it.
type rendered struct {
	text    string
	content string
	calls   []probeCall
}

// callTurns are the samples with calls that the template writes. Those that it refuses, or
// of which it drops something, say nothing.
func (p *prober) callTurns() (turns []rendered) {
	answer, err := p.output(&turn{content: answerText})
	if err != nil {
		return nil
	}
	_, ending, _ := strings.Cut(answer, answerText)
	ending = strings.TrimSpace(ending)
	for _, s := range samples {
		if s.thought != "" {
			continue // how thoughts are written isn't known yet
		}
		text, err := p.output(&s.turn)
		if err != nil || len(text) > maxTurn || !strings.Contains(text, s.content) {
			continue
		}
		whole := true
		for _, c := range s.calls {
			whole = whole && strings.Contains(text, c.name)
		}
		if whole {
			// An inference server stops at what ends a turn.
			text = strings.TrimSuffix(strings.TrimSpace(text), ending)
			turns = append(turns, rendered{text, s.content, s.calls})
		}
	}
	return turns
}

// reads reports whether a family reads all turns, and whether in its first format.
func reads(f *parsers.Family, turns []rendered) (first, all bool) {
	first = true
	for _, t := range turns {
		cfg := parsers.Config{Tools: probeTools, Options: parsers.Options{SeparateReasoning: true}}
		r := parsers.Parse(f, t.text, cfg, parsers.FinishStop)
		if misreadCalls(r, t.calls) != "" || strings.TrimSpace(r.Content) != strings.TrimSpace(t.content) {
			return false, false
		}
		for _, c := range r.ToolCalls {
			first = first && c.Format == f.Formats[0].Name
		}
	}
	return first, true
}
