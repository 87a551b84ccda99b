package marks

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/room"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// Thoughts are some of a grammar's Thoughts.
type Thoughts uint32

// AnyThought is one that the prompt opened: no marker said of which kind it is.
const AnyThought Thoughts = 1<<32 - 1

// thoughtMarkers are the markers of a grammar's thoughts. starts are those that open a
// thought at the start of the output only.
func thoughtMarkers(g *grammar.Grammar) (openers, closers, starts []Marker) {
	for i, t := range g.Thoughts {
		list := &openers
		if t.PlainText() {
			list = &starts
		}
		for _, text := range t.Open {
			*list = append(*list, Written(text, Marker{OpensThoughts: 1 << i}))
		}
		for _, text := range t.Close {
			closers = append(closers, Written(text, Marker{ClosesThoughts: 1 << i}))
		}
	}
	return openers, closers, starts
}

// besideMarkers are the markers of tokens next to calls.
func besideMarkers(tokens []grammar.Token) []Marker {
	markers := make([]Marker, len(tokens))
	for i := range tokens {
		t := &tokens[i]
		markers[i] = Written(t.Text, Marker{Think: true, EndsThought: t.Counts == grammar.EndsThoughts, Always: t.Counts != grammar.NextToCalls})
	}
	return markers
}

// turnEndMarkers are the markers of a grammar's end-of-turn tokens.
func turnEndMarkers(tokens []string) []Marker {
	markers := make([]Marker, len(tokens))
	for i, token := range tokens {
		markers[i] = Marker{Text: token, Think: true, Ends: place.EndsBlock}
	}
	return markers
}

// Written is the marker m of a text as a table spells it.
func Written(text string, m Marker) Marker {
	if strings.ContainsAny(text, " "+grammar.Word) {
		return Spelled([]string{text}, false, m)
	}
	m.Text = text
	return m
}

// Spelled is the marker m of texts as a table spells them; fold: upper and lower case are the
// same. Its first byte is that of the first text.
func Spelled(texts []string, fold bool, m Marker) Marker {
	m.First = texts[0][0]
	m.Match = func(v *visit.Count, b []byte, final bool) match.Answer {
		return match.AnySpelling(v, texts, b, final, fold)
	}
	if slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, grammar.Anything) }) {
		m.Look = func(ms *Marks, b []byte, final bool) match.Answer {
			at := ms.Cur.Window.End() - len(b)
			if at < ms.Cur.Base || &b[0] != &ms.Cur.Rest(at)[0] { // another text
				return m.Match(ms.Cur.Visits, b, final)
			}
			return match.AnySpellingAt(ms.Cur.Visits, room.Made(&ms.sought), at, texts, b, final, fold)
		}
	}
	return m
}
