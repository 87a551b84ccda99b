package gateway_test

import (
	"testing"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/parsers"
)

// finished is what becomes of a content.
func finished(t *testing.T, policy gateway.Policy, offer gateway.Offer, served, content string) *gateway.Fix {
	t.Helper()
	f, err := gateway.New(registry(), policy)
	if err != nil {
		t.Fatal(err)
	}
	offer.Tools = parsers.NewTools([]parsers.Tool{{Name: "f"}})
	c := f.NewChoice(&offer, served)
	c.Content.Whole(content)
	return c.Finish(parsers.FinishStop)
}

// A call in markup counts from MinConfidence on. One in plain text needs MinPlainConfidence as well.
func TestThresholds(t *testing.T) {
	texts := map[string]float64{ // the confidence of each, by docs/models/formats/README.md
		`<tool_call>{"name": "f", "arguments": {"a": 1}}</tool_call>`:       1,
		`<tool_call>{"name": "f", "arguments": {"a": 1,}}</tool_call>`:      0.8,
		`Plain: {"name": "f", "arguments": {"a": 1}}`:                       0.7,
		`Plain, damaged: {"name": "f", "arguments": {"a": 1,}}`:             0.5,
		`Behind it: <tool_call>{"name": "f", "arguments": <x>}</tool_call>`: 0,
	}
	for name, test := range map[string]struct {
		policy        gateway.Policy
		markup, plain float64 // what is needed
	}{
		"by default":           {gateway.Policy{}, 0.5, 0.7},
		"lower in plain text":  {gateway.Policy{MinPlainConfidence: 0.5}, 0.5, 0.5},
		"higher in plain text": {gateway.Policy{MinPlainConfidence: 0.75}, 0.5, 0.75},
		"higher in markup":     {gateway.Policy{MinConfidence: 0.9}, 0.9, 0.9},
		"both":                 {gateway.Policy{MinConfidence: 0.8, MinPlainConfidence: 0.9}, 0.8, 0.9},
	} {
		t.Run(name, func(t *testing.T) {
			for text, confidence := range texts {
				least := test.markup
				if text[0] == 'P' {
					least = test.plain
				}
				fix := finished(t, test.policy, gateway.Offer{}, "qwen3-32b", text)
				if called := len(fix.Added) == 1; called != (confidence >= least) {
					t.Errorf("%s: called: %v, want it from %v on", text, called, least)
				} else if called && fix.Confidence != confidence {
					t.Errorf("%s: the confidence is %v", text, fix.Confidence)
				}
			}
		})
	}
}

// The family is the one that is set, else that of the model that is served, else that of the one that was asked for, else auto.
func TestTheModelDecidesTheFamily(t *testing.T) {
	for _, test := range []struct{ set, served, requested, want string }{
		{"", "qwen3-32b", "meta-llama/Llama-3.3-70B-Instruct", "hermes"},
		{"", "meta-llama/Llama-3.3-70B-Instruct", "qwen3-32b", "llama3"},
		{"", "house-model", "qwen3-32b", "hermes"},
		{"", "", "qwen3-32b", "hermes"},
		{"", "house-model", "another-model", "auto"},
		{"", "", "", "auto"},
		{"llama3", "qwen3-32b", "qwen3-32b", "llama3"},
	} {
		if got := finished(t, gateway.Policy{Family: test.set}, gateway.Offer{Model: test.requested}, test.served, "Hello").Family; got != test.want {
			t.Errorf("%+v: got %s", test, got)
		}
	}
}
