package chattemplate

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/familyfile"
	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
	"github.com/toolparser/toolparser/parsers"
)

// maxTurn bounds what a template writes for a turn of a probe.
const maxTurn = 16 << 10

// Infer is the declaration, under this name, of the family whose calls a chat template
// writes: a Jinja template, or a tokenizer_config.json that has one. The notes are for a
// person. The error says what no declaration can.
func Infer(text []byte, name string) (d *familyv1.FamilyDeclaration, notes []string, err error) {
	p, err := newProber(text)
	if err != nil {
		return nil, nil, err
	}
	i := &inference{
		prober:  p,
		name:    name,
		grammar: new(familyv1.Grammar),
		declaration: &familyv1.FamilyDeclaration{
			Name:        name,
			Description: "Inferred from a chat template.",
		},
	}
	i.declaration.Grammar = i.grammar
	steps := []func() error{i.texts, i.calls, i.ends, i.neighbors, i.verify}
	if i.messages() {
		steps = []func() error{i.verify}
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, nil, err
		}
	}
	return i.declaration, slices.Concat(i.source.notes, i.notes, unseen), nil
}

// unseen is what no template tells.
var unseen = []string{
	"A template doesn't show: other names that the model gives to keys, closers that it leaves out,",
	"damage that it does, what it writes in fences or in running text. Add what its outputs show.",
}

// ends declares what ends a turn.
func (i *inference) ends() error {
	ending := i.ending
	if strings.Contains(ending, unknownEOS) {
		ending = strings.ReplaceAll(ending, unknownEOS, "")
		i.note("The template ends a turn with eos_token, and doesn't say which token this is: it belongs in turn_ends. tokenizer_config.json has it.")
	}
	i.turnEnds(slices.DeleteFunc(markersIn(ending), func(marker string) bool { return slices.Contains(i.closers, marker) }))
	return nil
}

// isOwn reports whether a marker means something else already.
func (i *inference) isOwn(marker string) bool {
	own := append([]string{i.thought.GetOpen(), i.thought.GetClose()}, i.closers...)
	for _, s := range i.grammar.GetFrames().GetSections() {
		own = append(own, s.GetOpen())
	}
	for _, t := range i.grammar.GetTokens() {
		own = append(own, t.GetText())
	}
	return slices.Contains(append(own, i.grammar.GetFrames().GetEnds()...), marker)
}

// The call of the examples.
var exampleCall = probeCall{"get_weather", firstID, map[string]any{"city": "Oslo"}}

// A sample is a turn, and what it must be read as.
type sample struct {
	about string
	turn
}

// typedSample is the sample with arguments of several types.
const typedSample = 3

// samples are those that every family must read.
var samples = []sample{
	{"a call", turn{calls: []probeCall{oneCall()}}},
	{"a call without arguments", turn{calls: []probeCall{{firstName, firstID, map[string]any{}}}}},
	{"a call with two arguments", turn{calls: []probeCall{{firstName, firstID, map[string]any{firstKey: firstText, secondKey: secondText}}}}},
	{"a call with a number and a boolean", turn{calls: []probeCall{{firstName, firstID, map[string]any{
		firstKey: firstText, "abool": true, "anumber": 17,
	}}}}},
	{"an object in a call", turn{calls: []probeCall{{firstName, firstID, map[string]any{
		firstKey: firstText, "anobject": map[string]any{"k": "v"},
	}}}}},
	{"two calls", turn{calls: []probeCall{oneCall(), {secondName, secondID, map[string]any{secondKey: secondText}}}}},
	{"text before a call", turn{content: answerText, calls: []probeCall{oneCall()}}},
	{"a thought before a call", turn{thought: thinkText, calls: []probeCall{oneCall()}}},
}

// verify renders the samples and reads them with the family that was inferred. What it
// doesn't read it can't be: that is said, and no declaration is made.
func (i *inference) verify() error {
	example, err := i.said(&turn{calls: []probeCall{exampleCall}})
	if err != nil {
		return fmt.Errorf("rendering the example: %w", err)
	}
	for _, f := range i.declaration.GetFormats() {
		f.Example = example
	}
	i.grammar.TurnEnds = slices.DeleteFunc(i.grammar.GetTurnEnds(), i.isOwn)
	file, err := familyfile.Parse(i.name, familyfile.Print(i.declaration))
	if err != nil {
		return fmt.Errorf("what was inferred is no family that reads %.200q: %s", example, firstLine(err))
	}
	for _, s := range samples {
		text, err := i.said(&s.turn)
		if isBound(err) {
			return fmt.Errorf("rendering %s: %w", s.about, err)
		}
		if err != nil {
			i.note("The template refuses %s: %s.", s.about, strings.TrimSuffix(err.Error(), "."))
			continue
		}
		if len(s.calls) > 1 && !strings.Contains(text, secondName) {
			i.note("The template writes one call of several.")
			continue
		}
		if s.content != "" && !strings.Contains(text, s.content) {
			i.note("The template drops text next to calls.")
			s.content = ""
		}
		if s.thought != "" && !strings.Contains(text, s.thought) {
			continue // what that means was noted
		}
		if s.content != "" && !strings.Contains(text, firstName) {
			i.note("The template drops calls next to text.")
			continue
		}
		why, callsRight := i.misread(file.Family, text, &s.turn)
		switch {
		case why == "":
		case strings.HasPrefix(s.about, "an object") && strings.Contains(text, "{'k': 'v'}"):
			i.note("Objects in arguments are written as Python's dicts, and not read as objects.")
		case callsRight && s.content+s.thought != "":
			i.note("Of %s, %.200q, %s.", s.about, text, why)
		default:
			return fmt.Errorf("no shared grammar reads what the template writes for %s, %.200q: %s", s.about, text, why)
		}
	}
	return nil
}

// firstLine is the first of several problems.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// misread says how a family reads a text in another way than it was meant, and whether the
// calls are right all the same.
func (i *inference) misread(f *parsers.Family, text string, m *turn) (why string, callsRight bool) {
	cfg := parsers.Config{Tools: probeTools, ReasoningOpen: m.thought != "" && !strings.Contains(text, i.thought.GetOpen())}
	cfg.Options.SeparateReasoning = m.thought != ""
	r := parsers.Parse(f, text, cfg, parsers.FinishStop)
	if why := misreadCalls(r, m.calls); why != "" {
		return why, false
	}
	if strings.TrimSpace(r.Reasoning) != m.thought {
		return fmt.Sprintf("the reasoning is %.100q", r.Reasoning), true
	}
	if strings.TrimSpace(r.Content) != strings.TrimSpace(m.content) {
		return fmt.Sprintf("the content is %.100q", r.Content), true
	}
	return "", true
}

// misreadCalls says how a result's calls are others than were meant, or in doubt.
func misreadCalls(r *parsers.Result, calls []probeCall) string {
	if len(r.ToolCalls) != len(calls) {
		return fmt.Sprintf("%d calls", len(r.ToolCalls))
	}
	for n, c := range r.ToolCalls {
		want := calls[n]
		if c.Name != want.name || !sameJSON(c.Arguments, pythonJSON(want.arguments)) {
			return fmt.Sprintf("a call of %.50s with %.100s", c.Name, c.Arguments)
		}
		if c.Confidence != parsers.ConfidenceFull {
			return "in doubt"
		}
	}
	return ""
}

// probeTools are the tools of the probes.
var probeTools = parsers.NewTools([]parsers.Tool{{Name: firstName, Parameters: probeSchema}, {Name: secondName, Parameters: probeSchema}})

// sameJSON reports whether two texts are the same JSON.
func sameJSON(a, b string) bool {
	var x, y any
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && reflect.DeepEqual(x, y)
}

// probeSchema is that of the probes' arguments.
const probeSchema = `{"type": "object", "properties": {"` + firstKey + `": {"type": "string"}, "` + secondKey + `": {"type": "string"},
	"anumber": {"type": "integer"}, "abool": {"type": "boolean"}, "anobject": {"type": "object"}}}`

// calls finds out how calls are written.
func (i *inference) calls() error {
	one, err := i.said(&turn{calls: []probeCall{oneCall()}})
	if err != nil {
		return fmt.Errorf("rendering a call: %w", err)
	}
	two, err := i.said(&turn{calls: []probeCall{oneCall(), {secondName, secondID, map[string]any{secondKey: secondText}}}})
	if err != nil || !strings.Contains(two, secondName) {
		two = one // then a call is alone
	}
	two = strings.ReplaceAll(two, secondID, firstID) // what is in an id's place is no marker
	if _, ok := jsonWith(one, firstName); ok {
		return i.object(one, two)
	}
	at := strings.Index(one, firstName)
	switch {
	case at < 0 && strings.Contains(one, firstID):
		return errors.New("the name of a call is only in its id, if anywhere; that needs a family in Go")
	case at < 0:
		return errors.New("the name of a call leaves no trace")
	}
	behind := one[at+len(firstName):]
	_, hasJSON := jsonWith(behind, firstKey)
	switch {
	case hasJSON:
		return i.named(one, two)
	case strings.HasPrefix(behind, "("):
		return i.python(one)
	case strings.HasPrefix(behind, "{"):
		return i.tree(one)
	}
	return i.tags(one)
}
