package parsers

import (
	"strings"
	"unicode/utf8"
)

// A tokenSet finds a family's special tokens in text that a person is to read.
// Its reasoning markers stay, also where they are made of special tokens: what
// they enclose would read as an answer without them. Not in a framed family,
// whose reasoning is no content.
type tokenSet struct {
	family *Family
	stay   []ReasoningMarkers
	first  string // the characters that a token may begin with
}

// tokens finds the family's special tokens; nil if it has none.
func (f *Family) tokens() *tokenSet {
	if len(f.PreservedTokens) == 0 {
		return nil
	}
	t := &tokenSet{family: f}
	for _, token := range f.PreservedTokens {
		t.begins(token)
	}
	if !f.Framed {
		t.stay = f.ReasoningMarkers
	}
	for _, m := range t.stay {
		t.begins(m.Open)
		t.begins(m.Close)
	}
	return t
}

// begins notes how a token begins.
func (t *tokenSet) begins(token string) {
	_, n := utf8.DecodeRuneInString(token)
	if !strings.Contains(t.first, token[:n]) {
		t.first += token[:n]
	}
}

// A tokenMatch is what a text begins with.
type tokenMatch struct {
	n    int  // the length of the longest token, 0 if there is none
	stay bool // it is a reasoning marker
	more bool // more text may make it a longer one
}

// match looks for a token that text begins with.
func (t *tokenSet) match(text []byte) tokenMatch {
	var m tokenMatch
	for _, token := range t.family.PreservedTokens {
		m.try(text, token, false)
	}
	for i := range t.stay {
		m.try(text, t.stay[i].Open, true)
		m.try(text, t.stay[i].Close, true)
	}
	return m
}

func (m *tokenMatch) try(text []byte, token string, stay bool) {
	switch n := min(len(text), len(token)); {
	case string(text[:n]) != token[:n]:
	case n < len(token):
		m.more = true
	case n > m.n || n == m.n && stay:
		m.n, m.stay = n, stay
	}
}
