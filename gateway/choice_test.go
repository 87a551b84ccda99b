package gateway_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/parsers"
)

var registry = sync.OnceValue(families.Registry)

func newChoice(t *testing.T, registry *parsers.Registry, family string) *gateway.Choice {
	t.Helper()
	f, err := gateway.New(registry, gateway.Policy{Family: family})
	if err != nil {
		t.Fatal(err)
	}
	tools := parsers.NewTools([]parsers.Tool{{Name: "f"}, {Name: "f_two"}})
	return f.NewChoice(&gateway.Offer{Tools: tools}, "")
}

const call = `<tool_call>{"name": "f", "arguments": {"a": 1}}</tool_call>`

// What is certain is what the parser can't take for a part of a call any more.
func TestTextIsCertainUntilACallMayBegin(t *testing.T) {
	for _, test := range []struct {
		text    string
		certain string
	}{
		{"Hello", "Hello"},
		{"Hello ", "Hello"},
		{"Hello <tool", "Hello"},
		{"Hello <tool> x", "Hello <tool> x"},
		{"Hello " + call + " and more", "Hello"},
		{"&l", ""},
		{"&lt;b&gt; is escaped", ""},
		{"a &lt;b&gt;", "a &lt;b&gt;"},
		{" \n", ""},
	} {
		c := newChoice(t, registry(), "hermes")
		for i := range len(test.text) {
			c.Content.Feed(test.text[i : i+1])
		}
		if got := test.text[:c.Content.Certain()]; got != test.certain {
			t.Errorf("of %q, %q is certain, want %q", test.text, got, test.certain)
		}
		c.Close()
	}
}

func TestArgumentsAreCertainUntilTheyNeedARepair(t *testing.T) {
	for _, test := range []struct {
		arguments string
		certain   string
	}{
		{`{"a": "x`, `{"a": "x`},
		{" \n{\"a\": \"x", " \n{\"a\": \"x"},
		{`{"a": "x", "b": tr`, `{"a": "x", "b": `},
		{`{"a": 1,`, `{"a": 1`},
		{`{"a": 1,}`, `{"a": 1`},
		{`{"a": <x>, "b`, `{"a": <x>, "b`}, // can't be repaired: goes as it came
	} {
		c := newChoice(t, registry(), "hermes")
		k := c.Begin("1", "f")
		for i := range len(test.arguments) {
			k.Feed(test.arguments[i : i+1])
		}
		if got := test.arguments[:k.Certain()]; got != test.certain {
			t.Errorf("of %q, %q is certain, want %q", test.arguments, got, test.certain)
		}
		c.Close()
	}
}

func TestWhatHasLeftIsNotTakenBack(t *testing.T) {
	c := newChoice(t, registry(), "hermes")
	k := c.Begin("1", "f")
	k.Feed("{}")
	k.Pass(2) // the client has {} already
	k.Close()
	c.Content.Feed(call)
	fix := c.Finish(parsers.FinishStop)
	if len(fix.Arguments) > 0 || len(fix.Added) != 1 {
		t.Errorf("got %+v", fix)
	}
}

// A client could run what a call that was cut off seems to say.
func TestCallThatMayBeCutOffIsNotRepaired(t *testing.T) {
	for reason, repaired := range map[parsers.FinishReason]bool{
		parsers.FinishStop: true, parsers.FinishToolCalls: true, parsers.FinishLength: false, parsers.FinishUnspecified: false,
	} {
		c := newChoice(t, registry(), "hermes")
		for _, arguments := range []string{`{"a": 1,}`, "", `{"a": 1,}`} {
			c.Begin("1", "f").Whole(arguments)
		}
		fix := c.Finish(reason)
		if repaired != (len(fix.Arguments) == 3) || !repaired && len(fix.Arguments) > 0 || fix.Unrepaired > 0 {
			t.Errorf("%v: got %+v", reason, fix)
		}
	}
	c := newChoice(t, registry(), "hermes")
	c.Begin("1", "f").Whole(`{"a": 1,}`)
	c.Calls[0].CutOff = true
	if fix := c.Finish(parsers.FinishStop); len(fix.Arguments) > 0 || fix.Unrepaired > 0 {
		t.Errorf("got %+v", fix)
	}
}

// Arguments get their last brace only if nothing else can be missing.
func TestLastBraceIsAddedOnlyWhereNothingElseCanBeMissing(t *testing.T) {
	const two = `{"type": "object", "properties": {"a": {}, "b": {}}}`
	for _, test := range []struct {
		schema, arguments string
		closed            bool
	}{
		{two, `{"a": 1, "b": "x"`, true},
		{two, `{"a": 1, "b": "x" ` + "\n", true},
		{two, `{"a": 1, "b": {"c": 1}`, true},
		{two, `{"a": 1, "b": [1]`, true},
		{two, `{"a": 1, "b": true`, true},
		{two, `{"a": 1, "b": false`, true},
		{two, `{"a": 1, "b": null`, true},
		{two, `{"b": "x", "a": 1`, false},
		{two, `{"b": "x", "a": "y",`, false},
		{two, `{"b": "x", "a": "y", `, false},
		{two, `{"b": "x", "a": "y", "c"`, false},
		{two, `{"b": "x", "a": "y", "c":`, false},
		{two, `{"b": "x", "a": "y`, false},
		{two, `{"b": "x", "a": tru`, false},
		{two, `{"b": "x", "a": {"c": "d"`, false},
		{two, `{"b": "x", "a": ["c"`, false},
		{two, `{"b": "x"`, false},
		{two, `{`, false},
		{`{"type": "object", "properties": {}}`, `{`, false},
		{`{"type": "object"}`, `{"a": "x"`, false},
		{`{"type": "object", "properties": {"a": {}}, "$ref": "#/x"}`, `{"a": "x"`, false},
		{`{"type": "object", "properties": {"a": {}}, "allOf": []}`, `{"a": "x"`, false},
		{``, `{"a": "x"`, false},
	} {
		f, err := gateway.New(registry(), gateway.Policy{})
		if err != nil {
			t.Fatal(err)
		}
		c := f.NewChoice(&gateway.Offer{Tools: parsers.NewTools([]parsers.Tool{{Name: "f", Parameters: test.schema}})}, "")
		c.Begin("1", "f").Whole(test.arguments)
		fix := c.Finish(parsers.FinishToolCalls)
		if want := test.arguments + "}"; test.closed && (fix.Arguments[0] != want || fix.Repairs != 1) {
			t.Errorf("%s of %s: got %+v", test.arguments, test.schema, fix)
		}
		if !test.closed && (len(fix.Arguments) > 0 || fix.Unrepaired != 1) {
			t.Errorf("%s of %s became %v", test.arguments, test.schema, fix.Arguments)
		}
	}
}

// Which words say that an output is complete doesn't depend on the API, or on their case.
func TestWordsThatNobodyKnowsSayThatAnOutputWasCutOff(t *testing.T) {
	for want, words := range map[parsers.FinishReason]string{
		parsers.FinishStop:      "stop eos eos_token end_turn stop_sequence complete completed pause_turn refusal STOP End_Turn",
		parsers.FinishToolCalls: "tool_calls tool_call function_call tool_use TOOL_CALLS",
		parsers.FinishLength:    "length max_tokens content_filter error abort network_error insufficient_system_resource incomplete model_context_window_exceeded LENGTH whatever",
	} {
		for word := range strings.FieldsSeq(words) {
			if got := gateway.FinishReason(word); got != want {
				t.Errorf("%s is %v, want %v", word, got, want)
			}
		}
	}
	if got := gateway.FinishReason(""); got != parsers.FinishLength {
		t.Errorf("no reason is %v", got)
	}
}

// With which word a choice ends depends on its calls: found in text (added), structured and complete (whole), or neither.
func TestTheWordAtTheEndSaysWhetherThereAreCalls(t *testing.T) {
	for word, want := range map[string]struct{ added, whole, none string }{
		"stop": {"calls", "calls", "stop"}, "End_Turn": {"calls", "calls", "End_Turn"}, "eos": {"calls", "eos", "eos"}, "tool_calls": {"calls", "tool_calls", "tool_calls"},
		"tool_call": {"calls", "calls", "calls"}, "refusal": {"refusal", "refusal", "refusal"}, "Pause_Turn": {"Pause_Turn", "Pause_Turn", "Pause_Turn"},
		"length": {"length", "length", "length"}, "": {},
	} {
		end := func(fix *gateway.Fix, calls int, valid bool) string {
			c := newChoice(t, registry(), "hermes")
			defer c.Close()
			for range calls {
				c.Begin("a", "f").Whole("{}")
			}
			return c.EndWord(fix, word, "calls", func(string) bool { return valid })
		}
		added := end(&gateway.Fix{Added: make([]gateway.AddedCall, 1)}, 0, true)
		whole := end(&gateway.Fix{}, 1, true)
		if none := end(&gateway.Fix{}, 0, true); added != want.added || whole != want.whole || none != want.none {
			t.Errorf("%q: %q with calls in text, %q with structured ones, %q without calls", word, added, whole, none)
		}
		if half := end(&gateway.Fix{}, 2, false); half != want.none {
			t.Errorf("%q: %q with calls that aren't complete", word, half)
		}
	}
}

func TestDeclared(t *testing.T) {
	c := newChoice(t, registry(), "hermes")
	defer c.Close()
	for name, want := range map[string][2]bool{
		"f": {true, true}, "f_": {false, true}, "f_two": {true, false}, "g": {}, "": {false, true},
	} {
		if declared, start := c.Declared(name); [2]bool{declared, start} != want {
			t.Errorf("%q: declared %v, start %v", name, declared, start)
		}
	}
}

// broken is a parser that panics.
type broken struct{}

func (broken) Parse([]byte)                           { panic("broken") }
func (broken) Finish(parsers.FinishReason)            { panic("broken") }
func (broken) Reset(*parsers.Config, parsers.Handler) {}

func TestPanicCostsOnlyTheFix(t *testing.T) {
	registry := families.Registry()
	err := registry.Register(&parsers.Family{
		Name:        "broken",
		Description: "Panics.",
		Formats:     []parsers.Format{{Name: "broken/none", Description: "None.", Example: "none"}},
		NewParser:   func() parsers.Parser { return broken{} },
	})
	if err != nil {
		t.Fatal(err)
	}
	c := newChoice(t, registry, "broken")
	c.Content.Feed(call)
	if c.Content.Held() {
		t.Error("text is held though its parser is broken")
	}
	fix := c.Finish(parsers.FinishStop)
	if fix.Changed || fix.Method != gateway.None {
		t.Errorf("got %+v", fix)
	}
	if fix.Fault == nil || !strings.Contains(fix.Fault.Error(), "broken") {
		t.Errorf("the fault is %v", fix.Fault)
	}
}

func TestPolicyIsChecked(t *testing.T) {
	for want, policy := range map[string]gateway.Policy{
		"min confidence 2":        {MinConfidence: 2},
		"min plain confidence -1": {MinPlainConfidence: -1},
		"no such":                 {Family: "no such"},
	} {
		if _, err := gateway.New(registry(), policy); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want one with %q", err, want)
		}
	}
}

// Long arguments in many deltas take linear time. When all so far were read once more for each delta, this took a quarter of an
// hour, which is longer than a test may take.
func TestManyDeltasTakeLinearTime(t *testing.T) {
	const n = 100_000
	choice := newChoice(t, registry(), "hermes")
	call := choice.Begin("call_1", "f")
	call.Feed(`{"a": "`)
	for range n {
		call.Feed(call.Added("some words "))
	}
	if got := len(call.Arguments()); got != len(`{"a": "`)+n*len("some words ") {
		t.Errorf("the arguments have %d bytes", got)
	}
	choice.Close()
}
