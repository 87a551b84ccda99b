package body

import (
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
)

// rules returns the rules of an output with the tools.
func rules(g *grammar.Grammar, cfg *parsers.Config) *Rules {
	ru := &Rules{Cur: new(cursor.Cursor), Grammar: g}
	ru.Cur.Reset(cfg, nil)
	ru.Reset(cfg)
	return ru
}

// The depth has a default and a maximum.
func TestMaxDepth(t *testing.T) {
	for depth, want := range map[int]int{0: parsers.DefaultDepth, 7: 7, parsers.MaxDepth + 1: parsers.MaxDepth} {
		ru := rules(new(grammar.Grammar), &parsers.Config{Limits: parsers.Limits{Depth: depth}})
		if got := ru.MaxDepth(); got != want {
			t.Errorf("depth %d: got %d, want %d", depth, got, want)
		}
	}
}

// A name that means that nothing is called is a tool's name where such a tool is declared.
func TestNoCall(t *testing.T) {
	g := &grammar.Grammar{NoCalls: []string{"none"}, ObjectCalls: true, JSON: new(grammar.Shape)}
	ru := rules(g, new(parsers.Config))
	if !ru.NoCall([]byte("none")) || ru.NoCall([]byte("f")) {
		t.Error("only none calls nothing")
	}
	if !ru.ObjectCalls() || ru.Shape() != g.JSON {
		t.Error("the rules don't say what the grammar says")
	}
	ru = rules(g, &parsers.Config{Tools: parsers.NewTools([]parsers.Tool{{Name: "none"}})})
	if ru.NoCall([]byte("none")) {
		t.Error("none is declared")
	}
}

// A schema is read once for all outputs with the same tools.
func TestProperties(t *testing.T) {
	with := &parsers.Config{Tools: parsers.NewTools([]parsers.Tool{{Name: "f", Parameters: `{"properties": {"a": {}}}`}})}
	ru := rules(new(grammar.Grammar), with)
	p := ru.Properties("f")
	if !p.Names([]byte("a")) || p.Names([]byte("b")) {
		t.Error("f has the property a only")
	}
	ru.Reset(with)
	if ru.Properties("f") != p {
		t.Error("the schema was read twice")
	}
	if ru.Properties("g") != nil {
		t.Error("g isn't declared")
	}
	ru.Reset(new(parsers.Config))
	if ru.Properties("f") != nil {
		t.Error("f isn't declared any more")
	}
}
