package engine

import (
	"strings"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// besideMarkers are the markers of what stands beside calls.
func besideMarkers(tokens []grammar.Token) []Marker {
	markers := make([]Marker, len(tokens))
	for i := range tokens {
		t := &tokens[i]
		markers[i] = marked(t.Text, Marker{Think: true, EndsThought: t.EndsThought, always: t.Always})
		if t.EndsTurn {
			markers[i].Ends = place.EndsBlock
		}
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

// marked is the marker m of a text as a table spells it.
func marked(text string, m Marker) Marker {
	if strings.ContainsAny(text, " "+grammar.Word) {
		m.First, m.Match = text[0], Spelled(text)
		return m
	}
	m.Text = text
	return m
}

// Spelled matches a marker as a table spells it.
func Spelled(text string) func(b []byte, final bool) match.Answer {
	return func(b []byte, final bool) match.Answer { return match.Spelling(text, b, final, false) }
}

// spelled matches markers as a table spells them.
func spelled(texts []string, fold bool) func(b []byte, final bool) match.Answer {
	return func(b []byte, final bool) match.Answer { return match.AnySpelling(texts, b, final, fold) }
}
