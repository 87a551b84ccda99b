package engine

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// besideMarkers are the markers of tokens next to calls.
func besideMarkers(tokens []grammar.Token) []Marker {
	markers := make([]Marker, len(tokens))
	for i := range tokens {
		t := &tokens[i]
		markers[i] = marked(t.Text, Marker{Think: true, EndsThought: t.Counts == grammar.EndsThoughts, always: t.Counts != grammar.NextToCalls})
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
		m.look = func(ms *marks, b []byte, final bool) match.Answer {
			at := ms.cur.Window.End() - len(b)
			if at < ms.cur.Base || &b[0] != &ms.cur.Rest(at)[0] { // another text
				return m.Match(ms.cur.Visits, b, final)
			}
			return match.AnySpellingAt(ms.cur.Visits, &ms.sought, at, texts, b, final, fold)
		}
	}
	return m
}

// byFirst is the marker of the texts, once for each byte that one begins with.
func byFirst(m Marker, texts []string) []Marker {
	var markers []Marker
	for i, text := range texts {
		if !slices.ContainsFunc(texts[:i], func(other string) bool { return other[0] == text[0] }) {
			m.First = text[0]
			markers = append(markers, m)
		}
	}
	return markers
}
