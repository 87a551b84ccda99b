package markers_test

import (
	"math/rand/v2"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// reading are the marks of an output.
func reading(g *grammar.Grammar, t *markers.Triggers, output string, final bool) *markers.Finder {
	cur, cfg := new(cursor.Cursor), new(parsers.Config)
	ms := &markers.Finder{Cur: cur, Place: &body.Env{Rules: &body.Rules{Cur: cur, Grammar: g}}, Triggers: t}
	cur.Reset(cfg, nil)
	ms.Place.Rules.Reset(cfg)
	ms.Reset(cfg)
	cur.Feed([]byte(output))
	if final {
		cur.End(parsers.FinishStop)
	}
	return ms
}

func openers(texts []string) []markers.Marker {
	list := make([]markers.Marker, len(texts))
	for i, text := range texts {
		list[i] = markers.Marker{Text: text, Begins: true, Opener: i + 1}
	}
	return list
}

// However many markers begin alike, the longest one is found that is there. If a longer one may be there, it is waited
// for. Of markers that are the same, the first one is found.
func TestMarkerAt(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	word := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = "<|ab>"[r.IntN(5)]
		}
		return string(b)
	}
	for range 300 {
		texts := make([]string, 1+r.IntN(20))
		for i := range texts {
			texts[i] = "<" + word(r.IntN(6))
		}
		g := new(grammar.Grammar)
		table := markers.Compile(g, openers(texts), nil)
		for range 50 {
			output, final := "<"+word(r.IntN(7)), r.IntN(2) == 0
			opener, want := 0, match.No
			for i, text := range texts {
				if a := match.Text(text, []byte(output), final); want != match.More && (a == match.More || a > want) {
					opener, want = i+1, a
				}
			}
			m, got := reading(g, table, output, final).MarkerAt(0)
			if got != want || want.Yes() && m.Opener != opener {
				t.Fatalf("%q in %q, final %v: %d, want %d of marker %d", output, texts, final, got, want, opener)
			}
		}
	}
}

// A place where a marker began nothing goes to the next one that is there, if families share the table.
func TestLeaveFailed(t *testing.T) {
	for _, shared := range []bool{false, true} {
		g := &grammar.Grammar{Shared: shared}
		ms := reading(g, markers.Compile(g, openers([]string{"<x>", "<y>", "<x>"}), nil), "<x>", true)
		first, _ := ms.MarkerAt(0)
		if a := ms.LeaveFailed(first, 0); a.Yes() != shared {
			t.Errorf("shared %v: %d", shared, a)
		}
		second, _ := ms.MarkerAt(0)
		if moved := second.Opener == 3; moved != shared {
			t.Errorf("shared %v: marker %d is there", shared, second.Opener)
		}
		if a := ms.LeaveFailed(second, 0); a != match.No {
			t.Errorf("shared %v: a third marker is there: %d", shared, a)
		}
	}
}

// Text stops at what markers begin with, and in a quotation at tags alone.
func TestTriggers(t *testing.T) {
	list := append(openers([]string{"⟦x⟧", "@@"}), markers.Marker{Text: "call", Word: markers.InText, Begins: true, Opener: 3})
	table := markers.Compile(new(grammar.Grammar), list, nil)
	for _, c := range []struct {
		first              byte
		plain, inline, tag bool
	}{{"⟦"[0], true, true, true}, {'@', true, true, true}, {'c', true, false, false}, {'<', true, true, true}, {'x', false, false, false}} {
		if plain, inline, tag := table.Plain.In[c.first], table.Inline.In[c.first], table.Tags[c.first]; plain != c.plain || inline != c.inline || tag != c.tag {
			t.Errorf("%q: %v, %v, %v", c.first, plain, inline, tag)
		}
	}
	if !table.Begins('@') || table.Begins('x') {
		t.Error("markers begin with other bytes")
	}
}
