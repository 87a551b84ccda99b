package chattemplate

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nikolalohinski/gonja/v2/exec"
)

// What the probes say. None of it is part of another, or of what templates write by
// themselves.
const (
	firstName  = "probe_alpha"
	secondName = "probe_beta"
	firstKey   = "akey"
	secondKey  = "bkey"
	firstText  = "avalue"
	secondText = "bvalue"
	firstID    = "callAAAA1" // nine letters and digits, as Mistral's must be
	secondID   = "callBBBB2"
	userText   = "Uprobe."
	answerText = "Aprobe."
	thinkText  = "Tprobe."
	resultText = "Rprobe."
	// unknownEOS stands for the end of a turn where the tokenizer isn't given.
	unknownEOS = "\ue000eos\ue000"
)

// A probeCall is a call of a probe.
type probeCall struct {
	name, id  string
	arguments map[string]any
}

// A turn is what the model says in a probe.
type turn struct {
	content, thought string
	calls            []probeCall
}

// A prober renders conversations that differ in one thing.
type prober struct {
	*source
	engine *engine
	// texts: arguments are given as JSON text, not as a dict.
	texts bool
	// thoughtKey is the key of a message that holds a thought.
	thoughtKey string
	prompt     string // what is before the model's turn
}

// thoughtKeys are those that templates know.
var thoughtKeys = []string{"reasoning_content", "reasoning", "thinking", "thought", "thoughts", "tool_plan"}

func dict(pairs ...any) *exec.Dict {
	d := exec.NewDict()
	for i := 0; i < len(pairs); i += 2 {
		d.Pairs = append(d.Pairs, &exec.Pair{Key: exec.AsValue(pairs[i]), Value: exec.ToValue(pairs[i+1])})
	}
	return d
}

// tool is a tool's definition.
func tool(name string) *exec.Dict {
	return dict("type", "function", "function", dict("name", name, "description", "Probes.",
		"parameters", dict("type", "object", "properties", dict(
			firstKey, dict("type", "string", "description", "A text."), secondKey, dict("type", "string", "description", "A text.")),
			"required", list{firstKey})))
}

// conversation are the variables of a rendering: the user asks, and more messages follow.
func (p *prober) conversation(generate bool, more ...*exec.Dict) map[string]any {
	messages := list{dict("role", "user", "content", userText)}
	for _, m := range more {
		messages = append(messages, m)
	}
	bos, eos := p.bos, p.eos
	if eos == "" {
		eos = unknownEOS
	}
	return map[string]any{
		"messages": messages, "tools": list{tool(firstName), tool(secondName)},
		"add_generation_prompt": generate, "bos_token": bos, "eos_token": eos,
	}
}

func (p *prober) message(m *turn) *exec.Dict {
	pairs := []any{"role", "assistant", "content", m.content}
	if m.thought != "" {
		pairs = append(pairs, p.thoughtKey, m.thought)
	}
	if len(m.calls) > 0 {
		calls := list{}
		for _, c := range m.calls {
			var arguments any = c.arguments
			if p.texts {
				arguments = pythonJSON(c.arguments)
			}
			calls = append(calls, dict("id", c.id, "type", "function", "function", dict("name", c.name, "arguments", arguments)))
		}
		pairs = append(pairs, "tool_calls", calls)
	}
	return dict(pairs...)
}

// pythonJSON is JSON as Python writes it.
func pythonJSON(v any) string {
	var out strings.Builder
	e := &engine{deadline: time.Now().Add(maxTime)}
	if err := e.writeJSON(&out, exec.ToValue(v), jsonStyle{comma: ", ", colon: ": "}, 1); err != nil {
		return ""
	}
	return out.String()
}

// output is what the model writes, as the template has it: what is after the prompt.
func (p *prober) output(m *turn) (string, error) {
	_, text, err := p.halves(m)
	return text, err
}

// halves are what is before the model's turn, as it is where the turn is part of the
// conversation, and the turn.
func (p *prober) halves(m *turn) (prompt, text string, err error) {
	whole, err := p.engine.render(p.conversation(false, p.message(m)))
	if err != nil {
		return "", "", err
	}
	n := common(p.prompt, whole)
	if tail := lastMark(p.prompt); n < len(p.prompt) && tail != "" {
		// What is before the model's header may differ, but not the header's end.
		if at := strings.Index(whole[n:], tail); at >= 0 && !holdsProbe(whole[n:n+at]) {
			n += at + len(tail)
		}
	}
	return whole[:n], whole[n:], nil
}

// holdsProbe reports whether a text has something that the model says in a probe.
func holdsProbe(text string) bool {
	for _, probe := range []string{answerText, thinkText, firstName, firstText} {
		if strings.Contains(text, probe) {
			return true
		}
	}
	return false
}

// lastMark is the marker that a text ends with; empty if it ends otherwise.
func lastMark(text string) string {
	if all := markersIn(text); len(all) > 0 && isMarker(all[len(all)-1]) {
		return all[len(all)-1]
	}
	return ""
}

// common is how far two renderings are the same: not into a marker, where they differ
// in it.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	if n == len(a) || n == len(b) {
		return n
	}
	for i := n - 1; i >= 0 && i > n-64 && b[i] != '\n'; i-- {
		switch b[i] {
		case '<', '[':
			return i
		case '>', ']':
			return n
		}
	}
	return n
}

// newProber reads a template and finds out how it wants a conversation.
func newProber(text []byte) (*prober, error) {
	s, err := find(text)
	if err != nil {
		return nil, err
	}
	e, err := newEngine(s.template)
	if err != nil {
		return nil, fmt.Errorf("reading the template: %w", err)
	}
	p := &prober{source: s, engine: e}
	if p.prompt, err = e.render(p.conversation(true)); err != nil {
		return nil, fmt.Errorf("rendering a question: %w", err)
	}
	if !strings.Contains(p.prompt, userText) {
		return nil, errors.New("the template doesn't write what the user says")
	}
	bare := p.conversation(true)
	bare["tools"] = nil
	if without, err := e.render(bare); err == nil && without == p.prompt {
		p.notes = append(p.notes, "The template doesn't tell the model which tools there are.")
	}
	p.findHeader()
	return p, p.argumentsForm()
}

// findHeader puts what is before an answer into the prompt of a template that doesn't
// open the model's turn: else it would be treated as what the model writes.
func (p *prober) findHeader() {
	closed, err := p.engine.render(p.conversation(false))
	if err != nil || closed != p.prompt {
		return
	}
	whole, err := p.engine.render(p.conversation(false, p.message(&turn{content: answerText})))
	before, _, ok := strings.Cut(whole, answerText)
	if err != nil || !ok {
		return
	}
	header := strings.ToLower(before[common(closed, before):])
	for _, role := range []string{"assistant", "model", "bot"} {
		if strings.Contains(header, role) {
			p.prompt = before
		}
	}
}

// argumentsForm finds out whether arguments are given as a dict or as text.
func (p *prober) argumentsForm() error {
	outputs, errs := [2]string{}, [2]error{}
	for i, texts := range []bool{false, true} {
		p.texts = texts
		outputs[i], errs[i] = p.output(&turn{calls: []probeCall{oneCall()}})
	}
	p.texts = false
	asDict, asText := outputs[0], outputs[1]
	switch {
	case errs[0] != nil && errs[1] != nil:
		return fmt.Errorf("rendering a call: %w", errs[0])
	case errs[0] == nil && strings.Contains(asDict, firstText) && !strings.Contains(asDict, "{'"+firstKey):
		return nil
	case errs[1] == nil && strings.Contains(asText, firstText):
		p.texts = true
		return nil
	case errs[0] == nil && strings.Contains(asDict, firstText):
		return nil
	}
	return errors.New("the template writes no calls: a message's tool_calls leave no trace")
}

func oneCall() probeCall {
	return probeCall{firstName, firstID, map[string]any{firstKey: firstText}}
}

// jsonOf reads JSON that begins a text; n is its length, 0 if it is none.
func jsonOf(text string) (v any, n int) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return nil, 0
	}
	return v, int(d.InputOffset())
}
