package gateway_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/families"
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
		c.Begin("1", "f").Whole(`{"a": 1`)
		c.Begin("2", "f").Whole(`{"a": 1`)
		fix := c.Finish(reason)
		if _, last := fix.Arguments[1]; fix.Arguments[0] != `{"a": 1}` || last != repaired {
			t.Errorf("%v: got %+v", reason, fix)
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
