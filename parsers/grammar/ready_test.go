package grammar_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers/grammar"
)

// TestReadyMadeParts: a table that consists of what the package makes has no mistake.
func TestReadyMadeParts(t *testing.T) {
	for _, kind := range []grammar.MarkerKind{grammar.SpecialTokens, grammar.PlainTags} {
		text := grammar.OwnCalls("acme/text", "acme/fenced")
		g := grammar.Grammar{
			JSON: text, Lead: &grammar.Lead{Shape: text},
			Tags:   []grammar.Tags{grammar.PairTags("acme/pairs", kind, "call", "key", "value")},
			Blocks: append(grammar.StrayBlocks("acme/text", text, "tool"), grammar.PairBlock("acme/block", kind, "call")),
			Frames: grammar.Harmony("acme/messages", ""),
			Answer: &grammar.Markers{Open: []string{"<answer>"}, Close: []string{"</answer>"}},
		}
		if err := g.Check(); err != nil {
			t.Error(err)
		}
		if got, want := strings.Join(g.Formats(), " "), "acme/block acme/fenced acme/messages acme/pairs acme/text"; got != want {
			t.Errorf("the formats are %s; want %s", got, want)
		}
		for _, token := range []string{g.Frames.Messages.Start, g.Frames.Ends[0]} {
			if !slices.Contains(grammar.HarmonyTokens(), token) {
				t.Errorf("%q is none of the tokens of messages", token)
			}
		}
		want := "<call> </call> <key> </key> <value> </value>"
		if got := strings.Join(g.Tags[0].Tokens(), " "); got != want {
			t.Errorf("the tags are %s; want %s", got, want)
		}
		if g.CallsInMessages() {
			t.Error("no calls in tags are in messages")
		}
	}
}

func TestOwnCallsHaveNoPenalty(t *testing.T) {
	s := grammar.OwnCalls("acme/text", "")
	for _, key := range []string{"tool", "action", "tool_calls"} {
		if f := s.Field([]byte(key)); f == nil || f.Free || !f.Shows() {
			t.Errorf("%q has a penalty, or names no call", key)
		}
	}
	if f := s.Field([]byte("params")); f == nil || !f.Free {
		t.Error("params has no penalty")
	}
	if f := s.Field([]byte("id")); !f.ID() || f.Shows() || s.HasMainID() || s.Field([]byte("x")) != nil {
		t.Error("an id is no name, and no main id")
	}
	named := grammar.Shape{Fields: append(grammar.CallFields("fn"), grammar.Field{Key: "nr", Holds: grammar.HoldsMainID})}
	if f := named.Field([]byte("fn")); f == nil || !f.Shows() || !named.HasMainID() {
		t.Error("fn names a call, and nr holds the main id")
	}
}

func TestPartsOfDocuments(t *testing.T) {
	l := grammar.Level{
		Keys: []grammar.Key{
			{Name: "text", Says: grammar.SaysText},
			{Name: "call", Level: &grammar.Level{Part: grammar.PartCall}},
			{Name: "code", Says: grammar.SaysCode},
		},
		Types: []grammar.PartOfType{{Type: "*_call", Part: grammar.PartCall}, {Type: "text", Part: grammar.PartInside}},
	}
	for typ, want := range map[string]grammar.Part{
		"tool_call": grammar.PartCall, "text": grammar.PartInside, "call": grammar.PartUnknown, "texts": grammar.PartUnknown,
	} {
		if got := l.PartOf([]byte(typ)); got != want {
			t.Errorf("an object of type %q is %d; want %d", typ, got, want)
		}
	}
	for i, want := range [][2]bool{{true, false}, {true, true}, {false, false}} { // whether it leads to something, and to a call
		k := &l.Keys[i]
		if got := l.Key([]byte(k.Name)); got != i || k.Leads() != want[0] || k.Calls() != want[1] {
			t.Errorf("%q is key %d, leads %v, calls %v; want %v", k.Name, got, k.Leads(), k.Calls(), want)
		}
	}
	if l.Key([]byte("x")) >= 0 {
		t.Error("x means something")
	}
}

func TestPenalties(t *testing.T) {
	for _, c := range []struct {
		penalty           grammar.Penalty
		text, fence, json bool
	}{
		{grammar.PenaltyNowhere, false, false, false},
		{grammar.PenaltyInFences, false, true, true},
		{grammar.PenaltyInText, true, true, true},
		{grammar.PenaltyUnlabeled, true, true, false},
	} {
		p := c.penalty
		if p.InText() != c.text || p.InFence(nil) != c.fence || p.InFence([]byte("JSON")) != c.json {
			t.Errorf("penalty %d: %v in text, %v in fences, %v in those of JSON", p, p.InText(), p.InFence(nil), p.InFence([]byte("JSON")))
		}
	}
}

func TestClosersOfBlocks(t *testing.T) {
	for closer, want := range map[grammar.Closer][2]bool{ // behind an array, behind an object
		grammar.CloserDue: {true, true}, grammar.CloserStops: {true, true},
		grammar.CloserDueAfterObjects: {false, true}, grammar.CloserOptional: {false, false},
	} {
		b := grammar.Block{Closer: closer}
		if b.Closes(true) != want[0] || b.Closes(false) != want[1] {
			t.Errorf("closer %d is due behind an array: %v, behind an object: %v", closer, b.Closes(true), b.Closes(false))
		}
	}
}

func TestPython(t *testing.T) {
	p := grammar.Python{
		Format: "acme/python", StartFormat: "acme/list",
		Blocks: []grammar.PythonBlock{{Markers: grammar.Element("a")}, {Format: "acme/echo", Markers: grammar.Element("b"), Echoed: true}},
		Fence:  &grammar.Python{Format: "acme/fence", Label: "code"},
		Token:  &grammar.PythonToken{Format: "acme/token", Token: "<|run|>", Builtins: []string{"search"}},
	}
	if got, want := strings.Join(p.Formats(), ","), "acme/python,acme/list,acme/python,acme/echo,acme/fence,acme/fence"; got != want {
		t.Errorf("the formats are %s; want %s", got, want)
	}
	if p.Echoed() != &p.Blocks[1] || p.Fence.Echoed() != nil {
		t.Error("the second block is echoed")
	}
	if !p.Fences([]byte("Code")) || p.Fences([]byte("json")) || p.Fence.Fences(nil) {
		t.Error("fences of code are described")
	}
	if !p.Token.Builtin([]byte("search")) || p.Token.Builtin([]byte("f")) {
		t.Error("only search is built in")
	}
}
